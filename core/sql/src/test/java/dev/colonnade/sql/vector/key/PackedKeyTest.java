package dev.colonnade.sql.vector.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import org.junit.jupiter.api.Test;

class PackedKeyTest {
  private static final long[] EXTREMES = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};

  @Test
  void shouldPackDifferentPairsIntoDifferentLongs() {
    int count = EXTREMES.length * EXTREMES.length;
    long[] first = new long[count];
    long[] second = new long[count];
    for (int i = 0; i < count; i++) {
      first[i] = EXTREMES[i / EXTREMES.length];
      second[i] = EXTREMES[i % EXTREMES.length];
    }
    VectorBatch batch =
        new VectorBatch(count, new LongVector(first, null), new LongVector(second, null));
    PackedKey key = new PackedKey(0, 1);

    assertThat(key.values(batch)).doesNotHaveDuplicates();
    assertThat(key.nulls(batch)).isNull();
  }

  @Test
  void shouldReportNullsOfEitherColumn() {
    VectorBatch batch =
        new VectorBatch(
            3,
            new LongVector(new long[3], new boolean[] {true, false, false}),
            new LongVector(new long[3], new boolean[] {false, true, false}));

    assertThat(new PackedKey(0, 1).nulls(batch)).containsExactly(true, true, false);
    assertThat(new PackedKey(1).nulls(batch)).containsExactly(false, true, false);
  }

  @Test
  void shouldPackOnlyTypesOf32Bits() {
    assertThat(PackedKey.isInt(VectorType.of(TypeKind.INTEGER))).isTrue();
    assertThat(PackedKey.isInt(VectorType.of(TypeKind.DATE))).isTrue();
    assertThat(PackedKey.isInt(VectorType.of(TypeKind.BIGINT))).isFalse();
    assertThat(PackedKey.isInt(VectorType.decimal(2))).isFalse();
    assertThat(PackedKey.isLong(VectorType.decimal(2))).isFalse();
  }
}
