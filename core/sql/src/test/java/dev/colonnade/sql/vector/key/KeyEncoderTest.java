package dev.colonnade.sql.vector.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyEncoderTest {
  @Test
  void shouldEncodeEqualValuesEquallyInEveryType() {
    for (VectorType type : RandomBatches.allTypes()) {
      VectorBatch batch = new RandomBatches(type.hashCode()).batch(List.of(type), 120);
      RowComparator order = new RowComparator(List.of(new SortKey(0, false, false)), List.of(type));
      for (int left = 0; left < batch.rowCount(); left++) {
        for (int right = 0; right < batch.rowCount(); right++) {
          assertThat(Arrays.equals(key(type, batch, left), key(type, batch, right)))
              .as("%s: %s, %s", type, held(batch, left, type), held(batch, right, type))
              .isEqualTo(order.compare(batch, left, batch, right) == 0);
        }
      }
    }
  }

  @Test
  void shouldEncodeEqualValuesInsideOfArraysAndRowsEqually() {
    VectorType ofJson =
        VectorType.of(TypeKind.ARRAY).with(Nesting.arrayOf(Nesting.of(TypeKind.JSONB)));
    VectorType ofChars =
        VectorType.of(TypeKind.ARRAY).with(Nesting.arrayOf(Nesting.of(TypeKind.CHAR)));
    VectorType ofBoth =
        VectorType.of(TypeKind.UNKNOWN)
            .with(Nesting.rowOf(List.of(Nesting.PLAIN, ofJson.nesting(), ofChars.nesting())));
    assertEqual(key(ofJson, List.of("1.0", "[2]")), key(ofJson, List.of("1.00", "[2.0]")));
    assertEqual(key(ofChars, List.of("a ", "b")), key(ofChars, List.of("a", "b  ")));
    assertEqual(
        key(ofBoth, List.of("1.0", List.of("1.0"), List.of("a "))),
        key(ofBoth, List.of("1.0", List.of("1.000"), List.of("a"))));
    assertThat(key(ofBoth, List.of("1.0", List.of("1"), List.of("a"))))
        .isNotEqualTo(key(ofBoth, List.of("1.00", List.of("1"), List.of("a"))));
    VectorType plain = VectorType.of(TypeKind.ARRAY);
    assertThat(key(plain, List.of("1.0"))).isNotEqualTo(key(plain, List.of("1.00")));
  }

  private static @Nullable Object held(VectorBatch batch, int row, VectorType type) {
    return batch.column(0).held(row, type);
  }

  @Test
  void shouldEncodeNumbersOfAllFormsAlike() {
    assertEqual(
        key(VectorType.decimal(2), new BigDecimal("1.00")),
        key(VectorType.decimal(4), new BigDecimal("1.0000")),
        key(VectorType.of(TypeKind.NUMERIC), new BigDecimal("1.0")),
        key(VectorType.of(TypeKind.NUMERIC), new BigDecimal("1E+0")),
        key(VectorType.of(TypeKind.INTEGER), 1),
        key(VectorType.of(TypeKind.SMALLINT), (short) 1),
        key(VectorType.of(TypeKind.BIGINT), 1L));
    assertEqual(
        key(VectorType.decimal(2), new BigDecimal("-2.50")),
        key(VectorType.decimal(1), new BigDecimal("-2.5")),
        key(VectorType.of(TypeKind.NUMERIC), new BigDecimal("-2.500")));
    assertEqual(
        key(VectorType.of(TypeKind.BIGINT), Long.MAX_VALUE),
        key(VectorType.of(TypeKind.NUMERIC), new BigDecimal("9223372036854775807.0")));
    assertEqual(
        key(VectorType.decimal(1), new BigDecimal("1000000000000000000000000000000.0")),
        key(VectorType.of(TypeKind.NUMERIC), new BigDecimal("1e30")));
    assertThat(key(VectorType.of(TypeKind.BIGINT), 10L))
        .isNotEqualTo(key(VectorType.decimal(1), new BigDecimal("1.0")));
  }

  @Test
  void shouldEncodeZerosAndNansAlike() {
    VectorType real = VectorType.of(TypeKind.REAL);
    VectorType number = VectorType.of(TypeKind.DOUBLE);
    assertEqual(key(number, 0.0), key(number, -0.0), key(real, -0f), key(real, 0f));
    assertEqual(key(number, Double.NaN), key(real, Float.NaN));
    double otherNan = Double.longBitsToDouble(0xFFF8_0000_0000_0001L);
    VectorBatch nans =
        new VectorBatch(2, new DoubleVector(new double[] {otherNan, Double.NaN}, null));
    assertEqual(key(number, nans, 0), key(number, nans, 1));
  }

  @Test
  void shouldEncodeIntervalsByLength() {
    VectorType type = VectorType.of(TypeKind.INTERVAL);
    assertEqual(
        key(type, new Interval(1, 0, 0)),
        key(type, new Interval(0, 30, 0)),
        key(type, new Interval(0, 29, Interval.MICROS_PER_DAY)),
        key(type, new Interval(1, 1, -Interval.MICROS_PER_DAY)));
    assertThat(key(type, new Interval(0, 0, 1))).isNotEqualTo(key(type, new Interval(0, 0, 2)));
  }

  @Test
  void shouldIgnoreScaleInJsonb() {
    VectorType type = VectorType.of(TypeKind.JSONB);
    assertEqual(
        key(type, "{\"a\": [1, 2.5], \"b\": \"1.0\"}"),
        key(type, "{\"a\": [1.0, 2.50], \"b\": \"1.0\"}"));
    assertThat(key(type, "\"1.0\"")).isNotEqualTo(key(type, "\"1.00\""));
    assertThat(key(type, "\"a\\\\\\\"1.0\"")).isNotEqualTo(key(type, "\"a\\\\\\\"1.00\""));
    assertEqual(key(type, "-1.10"), key(type, "-1.1"));
    assertEqual(key(type, "0.0"), key(type, "0"));
  }

  @Test
  void shouldEncodeTextsOfAllTypesAlike() {
    assertEqual(
        key(VectorType.of(TypeKind.TEXT), "ab"),
        key(VectorType.of(TypeKind.VARCHAR), "ab"),
        key(VectorType.of(TypeKind.NAME), "ab"),
        key(VectorType.of(TypeKind.CHAR), "ab  "));
    assertThat(key(VectorType.of(TypeKind.TEXT), "ab "))
        .isNotEqualTo(key(VectorType.of(TypeKind.TEXT), "ab"));
  }

  @Test
  void shouldDistinguishArraysByShapeAndNulls() {
    VectorType type = VectorType.of(TypeKind.ARRAY);
    assertThat(key(type, List.of(List.of(1, 2), List.of(3, 4))))
        .isNotEqualTo(key(type, List.of(1, 2, 3, 4)));
    assertThat(key(type, Arrays.asList(1, null))).isNotEqualTo(key(type, List.of(1)));
    assertEqual(key(type, Arrays.asList(1.0, null)), key(type, Arrays.asList(1.0, null)));
    assertEqual(
        key(type, List.of(new BigDecimal("1.0"), 0.0)),
        key(type, List.of(new BigDecimal("1.00"), -0.0)));
  }

  @Test
  void shouldReportNullsThatAreEqualToNothing() {
    VectorType type = VectorType.of(TypeKind.INTEGER);
    List<VectorType> types = List.of(type, type);
    Vector numbers = VectorBuilder.vectorOf(new @Nullable Object[] {1, null}, type);
    VectorBatch batch = new VectorBatch(2, numbers, numbers);
    KeyEncoder strict = new KeyEncoder(new int[] {0, 1}, types, new boolean[] {true, false});
    assertThat(strict.encode(batch, 0)).isTrue();
    assertThat(strict.encode(batch, 1)).isFalse();
    KeyEncoder lenient = new KeyEncoder(new int[] {0, 1}, types, new boolean[] {true, true});
    assertThat(lenient.encode(batch, 1)).isTrue();
    assertThat(lenient.length()).isEqualTo(2);
  }

  @Test
  void shouldSpreadHashesInBothHalves() {
    VectorType type = VectorType.of(TypeKind.BIGINT);
    KeyEncoder encoder = new KeyEncoder(new int[] {0}, List.of(type), new boolean[1]);
    int[] upper = new int[16];
    int[] lower = new int[16];
    for (long value = 0; value < 16_000; value++) {
      encoder.encode(new VectorBatch(1, VectorBuilder.vectorOf(new Object[] {value}, type)), 0);
      upper[(int) (encoder.hash64() >>> 60)]++;
      lower[encoder.hash() & 15]++;
    }
    assertThat(Arrays.stream(upper)).allMatch(count -> count > 700 && count < 1300);
    assertThat(Arrays.stream(lower)).allMatch(count -> count > 700 && count < 1300);
  }

  private static void assertEqual(byte[]... keys) {
    for (byte[] key : keys) {
      assertThat(key).isEqualTo(keys[0]);
    }
  }

  private static byte[] key(VectorType type, Object value) {
    Vector vector = VectorBuilder.vectorOf(new @Nullable Object[] {value}, type);
    return key(type, new VectorBatch(1, vector), 0);
  }

  private static byte[] key(VectorType type, VectorBatch batch, int row) {
    KeyEncoder encoder = new KeyEncoder(new int[] {0}, List.of(type), new boolean[] {true});
    encoder.encode(batch, row);
    return Arrays.copyOf(encoder.bytes(), encoder.length());
  }
}
