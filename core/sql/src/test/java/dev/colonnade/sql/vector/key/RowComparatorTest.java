package dev.colonnade.sql.vector.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowComparatorTest {
  @Test
  void shouldOrderValuesAsPostgresDoes() {
    assertOrder(TypeKind.DOUBLE, Double.NEGATIVE_INFINITY, -1.0, 0.0, 1.0, 1e300, Double.NaN);
    assertOrder(TypeKind.REAL, Float.NEGATIVE_INFINITY, -1f, 0f, 1f, 1e30f, Float.NaN);
    assertOrder(TypeKind.TEXT, "", "B", "a", "ab", "b", "é", "\uFFFD", "😀");
    assertOrder(TypeKind.BOOLEAN, false, true);
    assertOrder(TypeKind.UUID, new UUID(0, 0), new UUID(0, -1), new UUID(1, 0), new UUID(-1, 0));
    assertOrder(
        TypeKind.INTERVAL,
        new Interval(0, 0, -1),
        new Interval(0, 29, 0),
        new Interval(1, 0, 0),
        new Interval(0, 31, 0));
    assertOrder(
        TypeKind.JSONB, "[]", "null", "\"a\"", "\"b\"", "1", "2", "false", "true", "[1]", "{}");
    assertOrder(
        TypeKind.ARRAY,
        List.of(),
        List.of(1),
        List.of(1, 2),
        List.of(1, 2, 3),
        ArrayValue.of(ArrayShape.of(new int[] {1, 3}, new int[] {1, 1}), List.of(1, 2, 3)),
        ArrayValue.of(ArrayShape.of(new int[] {2, 2}, new int[] {1, 1}), List.of(1, 2, 3, 4)),
        Arrays.asList(1, null),
        List.of(2));
    assertOrder(
        TypeKind.NUMERIC, new BigDecimal("-1"), new BigDecimal("0.5"), new BigDecimal("1e30"));
  }

  @Test
  void shouldFindValuesEqual() {
    assertThat(compare(TypeKind.DOUBLE, 0.0, -0.0)).isZero();
    assertThat(compare(TypeKind.REAL, 0f, -0f)).isZero();
    assertThat(compare(TypeKind.DOUBLE, Double.NaN, -Double.NaN)).isZero();
    assertThat(compare(TypeKind.NUMERIC, new BigDecimal("1"), new BigDecimal("1.00"))).isZero();
    assertThat(compare(TypeKind.CHAR, "a", "a  ")).isZero();
    assertThat(compare(TypeKind.JSONB, "[1.0]", "[1.00]")).isZero();
    assertThat(compare(TypeKind.INTERVAL, new Interval(1, 0, 0), new Interval(0, 30, 0))).isZero();
  }

  @Test
  void shouldCompareLongNumbersWithLargeOnes() {
    VectorType type = VectorType.decimal(2);
    RowComparator order = new RowComparator(List.of(new SortKey(0, false, false)), List.of(type));
    VectorBatch small = batch(type, new BigDecimal("1.50"));
    VectorBatch large = batch(type, new BigDecimal("123456789012345678901.00"));
    assertThat(order.compare(small, 0, large, 0)).isNegative();
    assertThat(order.compare(large, 0, small, 0)).isPositive();
  }

  @Test
  void shouldPlaceNullsWhateverTheDirection() {
    VectorType type = VectorType.of(TypeKind.INTEGER);
    VectorBatch batch = batch(type, 1, null, 2);
    for (boolean descending : new boolean[] {false, true}) {
      for (boolean nullsFirst : new boolean[] {false, true}) {
        RowComparator order =
            new RowComparator(List.of(new SortKey(0, descending, nullsFirst)), List.of(type));
        assertThat(order.compare(batch, 1, batch, 0)).isEqualTo(nullsFirst ? -1 : 1);
        assertThat(order.compare(batch, 0, batch, 1)).isEqualTo(nullsFirst ? 1 : -1);
        assertThat(order.compare(batch, 1, batch, 1)).isZero();
        assertThat(order.compare(batch, 0, batch, 2)).isEqualTo(descending ? 1 : -1);
      }
    }
  }

  @Test
  void shouldOrderValuesInsideOfArraysAndRowsByTheirTypes() {
    Nesting json = Nesting.of(TypeKind.JSONB);
    Nesting row = Nesting.rowOf(List.of(Nesting.of(TypeKind.CHAR), Nesting.arrayOf(json)));
    assertThat(RowComparator.compareValues(Nesting.arrayOf(json), List.of("9"), List.of("10")))
        .isNegative();
    assertThat(RowComparator.compareValues(Nesting.arrayOf(json), List.of("1.0"), List.of("1")))
        .isZero();
    assertThat(
            RowComparator.compareValues(
                row, List.of("a ", List.of("9")), List.of("a", List.of("10"))))
        .isNegative();
    assertThat(RowComparator.compareValues(Nesting.PLAIN, List.of("9"), List.of("10")))
        .isPositive();
    assertThat(Nesting.rowOf(List.of(Nesting.PLAIN)).isPlain()).isTrue();
  }

  @Test
  void shouldMapEqualValuesToEqualForms() {
    Nesting json = Nesting.arrayOf(Nesting.of(TypeKind.JSONB));
    assertThat(EqualForms.of(json, List.of("1.0", "{\"a\": 2.50}")))
        .isEqualTo(EqualForms.of(json, List.of("1", "{\"a\": 2.5}")));
    assertThat(EqualForms.of(Nesting.of(TypeKind.CHAR), "a  ")).isEqualTo("a");
    assertThat(EqualForms.of(Nesting.PLAIN, "a  ")).isEqualTo("a  ");
    assertThat(EqualForms.of(json, null)).isNull();
  }

  private static void assertOrder(TypeKind kind, Object... values) {
    for (int left = 0; left < values.length; left++) {
      for (int right = 0; right < values.length; right++) {
        assertThat(Integer.signum(compare(kind, values[left], values[right])))
            .as("%s: %s, %s", kind, values[left], values[right])
            .isEqualTo(Integer.compare(left, right));
      }
    }
  }

  private static int compare(TypeKind kind, Object left, Object right) {
    VectorType type = VectorType.of(kind);
    RowComparator order = new RowComparator(List.of(new SortKey(0, false, false)), List.of(type));
    int compared = order.compare(batch(type, left), 0, batch(type, right), 0);
    assertThat(Integer.signum(RowComparator.compareValues(type.ofValues(), left, right)))
        .isEqualTo(Integer.signum(compared));
    return compared;
  }

  private static VectorBatch batch(VectorType type, @Nullable Object... values) {
    Vector vector = VectorBuilder.vectorOf(values, type);
    return new VectorBatch(values.length, vector);
  }
}
