package dev.colonnade.sql.execute.spill;

import static org.assertj.core.api.Assertions.assertThat;

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

class SpillPartitionsTest {
  @TempDir Path path;

  @Test
  void shouldReturnTheRowsOfEachPartitionInOrder() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      RandomBatches batches = new RandomBatches(seed);
      List<VectorType> types = batches.types(1 + random.nextInt(5));
      int count = 1 << random.nextInt(9);
      try (SpillFixture fixture = new SpillFixture(path, 0);
          SpillPartitions partitions = new SpillPartitions(count, types, fixture.context())) {
        List<List<List<@Nullable Object>>> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          expected.add(new ArrayList<>());
        }
        for (int i = random.nextInt(20); i >= 0; i--) {
          VectorBatch batch = batches.batch(types, random.nextInt(4) * random.nextInt(1000));
          List<List<@Nullable Object>> rows = RandomBatches.rows(List.of(batch), types);
          int[] partitionOfRow = new int[batch.rowCount()];
          for (int row = 0; row < partitionOfRow.length; row++) {
            partitionOfRow[row] = random.nextInt(count + 1) - 1;
            if (partitionOfRow[row] != SpillPartitions.NO_PARTITION) {
              expected.get(partitionOfRow[row]).add(rows.get(row));
            }
          }
          partitions.append(batch, partitionOfRow);
        }
        partitions.finish();
        assertThat(fixture.memory.used()).isZero();
        for (int i = 0; i < count; i++) {
          assertThat(read(partitions.reader(i), types))
              .as("seed=%d partition=%d", seed, i)
              .isEqualTo(expected.get(i));
          assertThat(partitions.rowCount(i)).isEqualTo(expected.get(i).size());
          assertThat(partitions.memoryBytes(i) > 0).isEqualTo(!expected.get(i).isEmpty());
          partitions.delete(i);
        }
        assertThat(fixture.directory.fileCount()).isZero();
      }
    }
  }

  private static List<List<@Nullable Object>> read(SpillReader reader, List<VectorType> types) {
    List<VectorBatch> batches = new ArrayList<>();
    for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
      batches.add(batch);
    }
    return RandomBatches.rows(batches, types);
  }
}
