package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalSorterTest {
  private static final List<VectorType> LONGS =
      List.of(VectorType.of(TypeKind.BIGINT), VectorType.of(TypeKind.BIGINT));

  @TempDir Path path;

  /** Row of a batch. */
  private record Row(VectorBatch batch, int row) {}

  @Test
  void shouldSortAsAListDoesAtEveryLimit() {
    for (int seed = 0; seed < 80; seed++) {
      Random random = new Random(seed);
      RandomBatches batches = new RandomBatches(seed);
      List<VectorType> types = batches.types(1 + random.nextInt(4));
      List<SortKey> keys = keys(random, types.size());
      long workBytes = random.nextInt(3) == 0 ? 0 : random.nextLong(4_000_000);
      long rowsMax = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(3000);
      List<VectorBatch> input = new ArrayList<>();
      for (int i = random.nextInt(40); i >= 0; i--) {
        input.add(batches.batch(types, random.nextInt(3) * random.nextInt(1000)));
      }
      try (SpillFixture fixture = new SpillFixture(path, workBytes)) {
        assertThat(sort(fixture, types, keys, rowsMax, input))
            .as("seed=%d types=%s keys=%s", seed, types, keys)
            .isEqualTo(expected(types, keys, rowsMax, input));
        assertThat(fixture.memory.used()).isZero();
        assertThat(fixture.directory.fileCount()).isZero();
      }
    }
  }

  private static List<SortKey> keys(Random random, int columnCount) {
    List<SortKey> keys = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      keys.add(
          new SortKey(random.nextInt(columnCount), random.nextBoolean(), random.nextBoolean()));
    }
    return keys;
  }

  private static List<List<@Nullable Object>> sort(
      SpillFixture fixture,
      List<VectorType> types,
      List<SortKey> keys,
      long rowsMax,
      List<VectorBatch> input) {
    List<VectorBatch> sorted = new ArrayList<>();
    try (ExternalSorter sorter = new ExternalSorter(types, keys, rowsMax, fixture.context())) {
      input.forEach(sorter::add);
      sorter.finish();
      for (VectorBatch batch = sorter.next(); batch != null; batch = sorter.next()) {
        assertThat(batch.rowCount()).isPositive();
        sorted.add(batch);
      }
      assertThat(sorter.next()).isNull();
    }
    return RandomBatches.rows(sorted, types);
  }

  private static List<List<@Nullable Object>> expected(
      List<VectorType> types, List<SortKey> keys, long rowsMax, List<VectorBatch> input) {
    RowComparator order = new RowComparator(keys, types);
    List<Row> rows = new ArrayList<>();
    for (VectorBatch batch : input) {
      for (int row = 0; row < batch.rowCount(); row++) {
        rows.add(new Row(batch, row));
      }
    }
    rows.sort((a, b) -> order.compare(a.batch, a.row, b.batch, b.row));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (Row row : rows.subList(0, (int) Math.min(rowsMax, rows.size()))) {
      VectorBatch single = row.batch.gather(new int[] {row.row}, 1);
      expected.addAll(RandomBatches.rows(List.of(single), types));
    }
    return expected;
  }

  @Test
  void shouldSortRangesOfEqualKeysAsAListDoes() {
    List<VectorType> types =
        List.of(
            VectorType.of(TypeKind.INTEGER),
            VectorType.of(TypeKind.BIGINT),
            VectorType.of(TypeKind.DOUBLE),
            VectorType.of(TypeKind.BOOLEAN),
            VectorType.of(TypeKind.BIGINT));
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<VectorBatch> input = new ArrayList<>();
      long bound = seed % 3 == 0 ? Long.MAX_VALUE : 1L << random.nextInt(20);
      for (int i = 0; i < 1 + random.nextInt(4); i++) {
        input.add(batchOfEqualKeys(random, types, 300 + random.nextInt(700), bound, i * 1000L));
      }
      List<SortKey> keys = new ArrayList<>();
      for (int column : List.of(0, 1 + random.nextInt(3), 1 + random.nextInt(3))) {
        keys.add(new SortKey(column, random.nextBoolean(), random.nextBoolean()));
      }
      try (SpillFixture fixture = new SpillFixture(path, 1L << 30)) {
        assertThat(sort(fixture, types, keys, Long.MAX_VALUE, input))
            .as("seed=%d keys=%s", seed, keys)
            .isEqualTo(expected(types, keys, Long.MAX_VALUE, input));
      }
    }
  }

  /** Returns rows with few values of the first column; the last one numbers the rows. */
  private static VectorBatch batchOfEqualKeys(
      Random random, List<VectorType> types, int rowCount, long bound, long first) {
    boolean hasNulls = random.nextBoolean();
    List<VectorBuilder> columns = types.stream().map(VectorBuilder::new).toList();
    for (int row = 0; row < rowCount; row++) {
      List<Object> values =
          List.of(
              random.nextInt(5),
              random.nextLong(-bound, bound),
              random.nextInt(4) == 0 ? Double.NaN : random.nextInt(50) / 2.0 - 10,
              random.nextBoolean(),
              first + row);
      for (int column = 0; column < columns.size(); column++) {
        boolean isNull = hasNulls && column < 4 && random.nextInt(6) == 0;
        columns.get(column).appendHeld(isNull ? null : values.get(column));
      }
    }
    return new VectorBatch(
        rowCount, columns.stream().map(column -> column.slice(0, rowCount)).toArray(Vector[]::new));
  }

  @Test
  void shouldMergeManyRunsInSteps() {
    int batchCount = 200;
    for (long rowsMax : new long[] {Long.MAX_VALUE, 100_000}) {
      try (SpillFixture fixture = new SpillFixture(path, 0);
          ExternalSorter sorter =
              new ExternalSorter(
                  LONGS, List.of(new SortKey(0, false, false)), rowsMax, fixture.context())) {
        Random random = new Random(9);
        for (int i = 0; i < batchCount; i++) {
          sorter.add(numbers(random, i));
        }
        assertThat(fixture.directory.fileCount()).isGreaterThan(10);
        sorter.finish();
        long count = 0;
        long last = Long.MIN_VALUE;
        long lastNumber = -1;
        for (VectorBatch batch = sorter.next(); batch != null; batch = sorter.next()) {
          long[] values = ((LongVector) batch.column(0)).values();
          long[] numbers = ((LongVector) batch.column(1)).values();
          for (int row = 0; row < batch.rowCount(); row++) {
            assertThat(values[row]).isGreaterThanOrEqualTo(last);
            assertThat(values[row] > last || numbers[row] > lastNumber).isTrue();
            last = values[row];
            lastNumber = numbers[row];
            count++;
          }
        }
        assertThat(count).isEqualTo(Math.min(rowsMax, batchCount * 4096L));
        assertThat(sorter.spilledBytes()).isEqualTo(fixture.directory.bytesWritten());
        assertThat(fixture.memory.peak()).isLessThan(4 << 20);
      }
    }
  }

  /** Returns a random number and the number of the row, for each row. */
  private static VectorBatch numbers(Random random, int batch) {
    long[] values = random.longs(4096, 0, 100_000).toArray();
    long[] numbers = new long[values.length];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = batch * 4096L + row;
    }
    return new VectorBatch(
        values.length, new LongVector(values, null), new LongVector(numbers, null));
  }

  @Test
  void shouldKeepLittleMoreThanTheRowsWanted() {
    try (SpillFixture fixture = new SpillFixture(path, 1L << 30);
        ExternalSorter sorter =
            new ExternalSorter(
                LONGS, List.of(new SortKey(0, true, false)), 10, fixture.context())) {
      Random random = new Random(9);
      for (int i = 0; i < 300; i++) {
        sorter.add(numbers(random, i));
      }
      sorter.finish();
      assertThat(fixture.memory.peak()).isLessThan(2 << 20);
      VectorBatch best = requireNonNull(sorter.next(), "batch is null");
      assertThat(best.rowCount()).isEqualTo(10);
      assertThat(best.column(0).held(0, LONGS.getFirst())).isEqualTo(99_999L);
    }
  }

  @Test
  void shouldStopWhenCanceled() {
    for (long workBytes : new long[] {0, 1 << 30}) {
      for (int cancelAt = 0; cancelAt < 60; cancelAt += 7) {
        int steps = cancelAt;
        try (SpillFixture fixture = new SpillFixture(path, workBytes);
            ExternalSorter sorter =
                new ExternalSorter(
                    LONGS,
                    List.of(new SortKey(0, false, false)),
                    Long.MAX_VALUE,
                    fixture.context())) {
          assertThatThrownBy(() -> run(sorter, fixture, steps))
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
        }
      }
    }
  }

  private static void run(ExternalSorter sorter, SpillFixture fixture, int cancelAt) {
    Random random = new Random(1);
    for (int step = 0; step < 50; step++) {
      if (step == cancelAt) {
        fixture.cancellation.cancel();
      }
      sorter.add(numbers(random, step));
    }
    sorter.finish();
    for (int step = 50; sorter.next() != null; step++) {
      if (step >= cancelAt) {
        fixture.cancellation.cancel();
      }
    }
  }
}
