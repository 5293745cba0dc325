package dev.colonnade.sql.vector.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  @Test
  void shouldNumberKeysInOrderOfArrival() {
    List<VectorType> types = List.of(VectorType.of(TypeKind.TEXT), VectorType.of(TypeKind.INTEGER));
    KeyEncoder encoder = new KeyEncoder(new int[] {0, 1}, types, new boolean[] {true, true});
    KeyTable table = new KeyTable();
    Map<String, Integer> expected = new HashMap<>();
    VectorBatch batch = new RandomBatches(7).batch(types, 5000);
    for (int row = 0; row < batch.rowCount(); row++) {
      encoder.encode(batch, row);
      String key = Arrays.toString(Arrays.copyOf(encoder.bytes(), encoder.length()));
      assertThat(table.find(encoder)).isEqualTo(expected.getOrDefault(key, KeyTable.NONE));
      expected.putIfAbsent(key, expected.size());
      assertThat(table.add(encoder)).isEqualTo(expected.get(key));
      assertThat(table.find(encoder)).isEqualTo(expected.get(key));
    }
    assertThat(table.count()).isEqualTo(expected.size());
  }

  @Test
  void shouldNumberKeysOfBatchesAsThoseOfRows() {
    List<VectorType> types = List.of(VectorType.of(TypeKind.TEXT), VectorType.of(TypeKind.BIGINT));
    KeyEncoder encoder = new KeyEncoder(new int[] {1, 0}, types.reversed(), new boolean[2]);
    RandomBatches batches = new RandomBatches(3);
    KeyTable byRow = new KeyTable();
    KeyTable byBatch = new KeyTable();
    for (int i = 0; i < 80; i++) {
      VectorBatch batch = batches.batch(types, i % 2 * 3000);
      int[] numbers = new int[batch.rowCount()];
      byBatch.findAll(encoder, batch, numbers);
      for (int row = 0; row < numbers.length; row++) {
        assertThat(numbers[row])
            .isEqualTo(encoder.encode(batch, row) ? byRow.find(encoder) : KeyTable.NONE);
      }
      byBatch.addAll(encoder, batch, numbers);
      for (int row = 0; row < numbers.length; row++) {
        assertThat(numbers[row])
            .isEqualTo(encoder.encode(batch, row) ? byRow.add(encoder) : KeyTable.NONE);
      }
    }
    assertThat(byBatch.count()).isEqualTo(byRow.count()).isGreaterThan(8192);
  }

  @Test
  void shouldGrowOverManyChunksAndBeCleared() {
    KeyTable table = new KeyTable();
    KeyEncoder encoder =
        new KeyEncoder(new int[] {0}, List.of(VectorType.of(TypeKind.BIGINT)), new boolean[1]);
    int count = 300_000;
    long[] values = new long[count];
    Arrays.setAll(values, i -> i * 31L);
    VectorBatch batch = new VectorBatch(count, new LongVector(values, null));
    long before = table.memoryBytes();
    assertThat(table.memoryBytesAfter(0, 0)).isEqualTo(before);
    for (int row = 0; row < count; row++) {
      encoder.encode(batch, row);
      assertThat(table.add(encoder)).isEqualTo(row);
    }
    for (int row = count - 1; row >= 0; row -= 7) {
      encoder.encode(batch, row);
      assertThat(table.find(encoder)).isEqualTo(row);
    }
    assertThat(table.memoryBytes()).isBetween(count * 33L, count * 64L);
    table.clear();
    assertThat(table.find(encoder)).isEqualTo(KeyTable.NONE);
    assertThat(table.memoryBytes()).isLessThanOrEqualTo(before);
  }

  @Test
  void shouldHaveOneKeyWithoutColumns() {
    KeyTable table = new KeyTable();
    KeyEncoder encoder = new KeyEncoder(new int[0], List.of(), new boolean[0]);
    assertThat(encoder.encode(new VectorBatch(1), 0)).isTrue();
    assertThat(table.add(encoder)).isZero();
    assertThat(table.add(encoder)).isZero();
    assertThat(table.count()).isEqualTo(1);
  }
}
