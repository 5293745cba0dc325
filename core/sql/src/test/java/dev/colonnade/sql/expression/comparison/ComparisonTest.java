package dev.colonnade.sql.expression.comparison;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /** Asserts all operators over all pairs; the values ascend, equal ones share a rank. */
  private static void assertOrder(VectorType type, @Nullable Object[] values, int[] ranks) {
    KernelFixture rows = KernelFixture.of(type, type);
    @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
    rows.pairs(all);
    Comparator<@Nullable Object> order =
        Comparator.comparingInt(value -> ranks[indexOf(values, value)]);
    for (ComparisonOperator operator : ComparisonOperator.values()) {
      rows.assertValues(
          new Comparison(operator, rows.column(0), rows.column(1)),
          row ->
              (row[0] == null || row[1] == null)
                  ? null
                  : (Boolean) operator.holds(order.compare(row[0], row[1])));
    }
    rows.assertValues(
        new DistinctComparison(false, rows.column(0), rows.column(1)),
        row ->
            (row[0] == null || row[1] == null)
                ? row[0] != row[1]
                : order.compare(row[0], row[1]) != 0);
    rows.assertValues(
        new DistinctComparison(true, rows.column(0), rows.column(1)),
        row ->
            (row[0] == null || row[1] == null)
                ? row[0] == row[1]
                : order.compare(row[0], row[1]) == 0);
  }

  private static int indexOf(@Nullable Object[] values, @Nullable Object value) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == value || (values[i] != null && values[i].equals(value))) {
        return i;
      }
    }
    throw new AssertionError("no such value: " + value);
  }

  @Test
  void shouldCompareNumbers() {
    assertOrder(
        VectorType.of(TypeKind.BIGINT),
        new Object[] {Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE},
        new int[] {0, 1, 2, 3});
    assertOrder(
        VectorType.of(TypeKind.DOUBLE),
        new Object[] {
          Double.NEGATIVE_INFINITY, -0.0, 0.0, 1.5, Double.POSITIVE_INFINITY, Double.NaN
        },
        new int[] {0, 1, 1, 2, 3, 4});
    assertOrder(
        VectorType.of(TypeKind.REAL),
        new Object[] {-1f, -0f, 0f, Float.NaN},
        new int[] {0, 1, 1, 2});
    assertOrder(
        VectorType.of(TypeKind.NUMERIC),
        new Object[] {new BigDecimal("-1"), new BigDecimal("1"), new BigDecimal("1.00")},
        new int[] {0, 1, 1});
    assertOrder(
        VectorType.decimal(2),
        new Object[] {
          new BigDecimal("-1.00"), new BigDecimal("0.10"), new BigDecimal("99999999999999999999.00")
        },
        new int[] {0, 1, 2});
  }

  @Test
  void shouldCompareTexts() {
    assertOrder(
        VectorType.of(TypeKind.TEXT),
        new Object[] {"", "A", "a", "a ", "aa", "\uFFFF", "\uD83D\uDE00"},
        new int[] {0, 1, 2, 3, 4, 5, 6});
    assertOrder(VectorType.of(TypeKind.CHAR), new Object[] {"a", "a  ", "b"}, new int[] {0, 0, 1});
    assertOrder(VectorType.of(TypeKind.BOOLEAN), new Object[] {false, true}, new int[] {0, 1});
  }

  @Test
  void shouldCompareOtherValues() {
    assertOrder(
        VectorType.of(TypeKind.INTERVAL),
        new Object[] {new Interval(0, 29, 0), new Interval(1, 0, 0), new Interval(0, 30, 0)},
        new int[] {0, 1, 1});
    assertOrder(
        VectorType.of(TypeKind.UUID),
        new Object[] {new UUID(1, 0), new UUID(-1, 0)},
        new int[] {0, 1});
    assertOrder(
        VectorType.of(TypeKind.ARRAY),
        new Object[] {List.of(), List.of(1), List.of(1, 2), Arrays.asList(1, null), List.of(2)},
        new int[] {0, 1, 2, 3, 4});
    assertOrder(
        VectorType.of(TypeKind.JSONB),
        new Object[] {"\"a\"", "1", "1.0", "[1]", "{\"a\": 1}", "{\"a\": 1.00}"},
        new int[] {0, 1, 1, 2, 3, 3});
  }

  @Test
  void shouldRefuseTypesThatAreNotComparable() {
    Expression number = literal(TypeKind.INTEGER, 1);
    Expression text = literal(TypeKind.TEXT, "1");
    assertThatThrownBy(() -> new Comparison(ComparisonOperator.EQUAL, number, text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldNegateOperators() {
    for (ComparisonOperator operator : ComparisonOperator.values()) {
      for (int order = -1; order <= 1; order++) {
        assertThat(operator.negated().holds(order)).isEqualTo(!operator.holds(order));
      }
    }
  }

  @Test
  void shouldWriteSql() {
    KernelFixture rows = KernelFixture.of(TypeKind.TEXT);
    Expression text = literal(TypeKind.TEXT, "it's");
    assertThat(new Comparison(ComparisonOperator.NOT_EQUAL, rows.column(0), text).sql(List.of("a")))
        .isEqualTo("(a <> 'it''s'::text)");
    assertThat(new DistinctComparison(true, rows.column(0), text).sql(List.of("a")))
        .isEqualTo("(NOT (a IS DISTINCT FROM 'it''s'::text))");
  }

  @Test
  void shouldCompareTextsWithAConstant() {
    for (TypeKind kind : List.of(TypeKind.TEXT, TypeKind.CHAR)) {
      KernelFixture rows = KernelFixture.of(kind);
      for (String text : new String[] {"a", "", "b", "b ", "bb", "ä", null, "b"}) {
        rows.row(text);
      }
      for (ComparisonOperator operator : ComparisonOperator.values()) {
        rows.assertValues(
            new Comparison(operator, rows.column(0), literal(kind, "b")),
            row ->
                row[0] == null
                    ? null
                    : (Boolean) operator.holds(comparable(kind, row[0]).compareTo("b")));
        rows.assertValues(
            new Comparison(operator, rows.column(0), literal(kind, null)), row -> null);
      }
    }
  }

  private static String comparable(TypeKind kind, Object text) {
    return kind == TypeKind.CHAR ? ((String) text).stripTrailing() : (String) text;
  }
}
