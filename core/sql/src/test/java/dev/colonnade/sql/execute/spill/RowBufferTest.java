package dev.colonnade.sql.execute.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowBufferTest {
  @TempDir Path path;

  @Test
  void shouldReturnRowsInOrderAtEveryLimit() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      long workBytes = seed % 3 == 0 ? 0 : random.nextLong(2_000_000);
      RandomBatches batches = new RandomBatches(seed);
      List<VectorType> types = batches.types(1 + random.nextInt(5));
      try (SpillFixture fixture = new SpillFixture(path, workBytes);
          RowBuffer buffer = new RowBuffer(types, fixture.context())) {
        List<VectorBatch> appended = new ArrayList<>();
        RowBuffer.Reader live = buffer.reader();
        List<VectorBatch> readLive = new ArrayList<>();
        for (int i = random.nextInt(30); i >= 0; i--) {
          VectorBatch batch = batches.batch(types, random.nextInt(3) * random.nextInt(1000));
          appended.add(batch);
          buffer.append(batch);
          if (random.nextInt(4) == 0) {
            drain(live, readLive);
          }
        }
        drain(live, readLive);
        List<List<@Nullable Object>> expected = RandomBatches.rows(appended, types);
        assertThat(buffer.rowCount()).isEqualTo(expected.size());
        assertThat(RandomBatches.rows(readLive, types)).as("seed=%d", seed).isEqualTo(expected);
        List<VectorBatch> again = new ArrayList<>();
        drain(buffer.reader(), again);
        assertThat(RandomBatches.rows(again, types)).as("seed=%d", seed).isEqualTo(expected);
        assertThat(fixture.memory.used()).isLessThanOrEqualTo(workBytes);
        buffer.close();
        assertThat(fixture.memory.used()).isZero();
        assertThat(fixture.directory.fileCount()).isZero();
      }
    }
  }

  @Test
  void shouldCopyManySmallBatchesTogether() {
    List<VectorType> types = List.of(VectorType.of(TypeKind.BIGINT));
    for (long workBytes : new long[] {0, 100_000_000}) {
      try (SpillFixture fixture = new SpillFixture(path, workBytes);
          RowBuffer buffer = new RowBuffer(types, fixture.context())) {
        for (int i = 0; i < 20_000; i++) {
          buffer.append(new VectorBatch(1, new LongVector(new long[] {i}, null)));
        }
        List<VectorBatch> read = new ArrayList<>();
        drain(buffer.reader(), read);
        assertThat(read).hasSizeLessThan(400);
        assertThat(buffer.spilledBytes() > 0).isEqualTo(workBytes == 0);
      }
    }
  }

  @Test
  void shouldStopWhenCanceled() {
    List<VectorType> types = List.of(VectorType.of(TypeKind.BIGINT));
    try (SpillFixture fixture = new SpillFixture(path, 0);
        RowBuffer buffer = new RowBuffer(types, fixture.context())) {
      VectorBatch batch = new VectorBatch(1, new LongVector(new long[] {1}, null));
      buffer.append(batch);
      fixture.cancellation.cancel();
      assertThatThrownBy(() -> buffer.append(batch)).isInstanceOf(ColonnadeException.class);
      assertThatThrownBy(() -> buffer.reader().next()).isInstanceOf(ColonnadeException.class);
    }
  }

  private static void drain(RowBuffer.Reader reader, List<VectorBatch> into) {
    for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
      into.add(batch);
    }
  }
}
