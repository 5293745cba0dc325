package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Concurrency test of scans that find cache blocks while another scan loads them: a block's end is
 * known only after its load, and no row behind it may be skipped or read twice.
 */
class CacheLoadRaceTest {
  private static final int LOADS = 500;
  private static final int READERS = 4;
  private static final int ROWS = 42;

  private final ScanTable table =
      new ScanTable(
          new MemoryStore(),
          TableSchema.builder()
              .required("id", Plain.INTEGER)
              .required("amount", Plain.BIGINT)
              .key("id")
              .build(),
          new ColumnCacheOptions(1 << 16, 7, 1, 1 << 20, 0));

  @ParameterizedTest
  @EnumSource
  void shouldReadEachRowOnceWhileAnotherScanLoads(Direction direction) throws Exception {
    List<Long> ascending = IntStream.range(0, ROWS).mapToObj(i -> (long) i).toList();
    List<Long> expected = direction == Direction.REVERSE ? ascending.reversed() : ascending;
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> readers = new ArrayList<>();
      writeAll();
      for (int reader = 0; reader < READERS; reader++) {
        readers.add(threads.submit(() -> readUntil(done, direction, expected)));
      }
      try {
        for (int load = 0; load < LOADS; load++) {
          writeAll();
          assertThat(amounts(table.request("amount"))).isEqualTo(ascending);
        }
      } finally {
        done.set(true);
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    }
    table.close();
  }

  private void readUntil(AtomicBoolean done, Direction direction, List<Long> expected) {
    while (!done.get()) {
      ScanRequest request = table.request("amount");
      request = request.withOptions(request.options().withDirection(direction));
      assertThat(amounts(request)).isEqualTo(expected);
    }
  }

  /** Writes all rows, which invalidates all blocks. */
  private void writeAll() {
    RowWriter writer = new RowWriter(table.format());
    Mutations mutations = new Mutations();
    for (int id = 0; id < ROWS; id++) {
      var key = writer.reset().putAll(id, (long) id).finish();
      byte[] value = requireNonNull(writer.familyValue(0), "the first family has a value");
      mutations.put(key, value, Condition.ANY);
    }
    table.mvcc.pipeline.commit(mutations);
  }

  private List<@Nullable Object> amounts(ScanRequest request) {
    List<@Nullable Object> amounts = new ArrayList<>();
    try (PageStream stream = table.scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          Pages.rowsOf(open, request).forEach(row -> amounts.add(row.getFirst()));
        }
      }
    }
    return amounts;
  }
}
