package dev.colonnade.sql.expression.comparison;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MembershipTest {
  private static @Nullable Boolean isIn(@Nullable Object value, List<?> given) {
    List<@Nullable Object> items = new ArrayList<>(given);
    if (items.isEmpty()) {
      return false;
    }
    return value == null
        ? null
        : items.contains(value) ? (Boolean) true : items.contains(null) ? null : (Boolean) false;
  }

  private static @Nullable Boolean not(@Nullable Boolean value) {
    return value == null ? null : (Boolean) !value;
  }

  private static void assertMembership(TypeKind kind, List<?> items, @Nullable Object... values) {
    KernelFixture rows = KernelFixture.of(kind);
    for (Object value : values) {
      rows.row(value);
    }
    rows.row(new Object[] {null});
    List<Expression> literals = new ArrayList<>();
    items.forEach(item -> literals.add(literal(kind, item)));
    rows.assertValues(new InList(false, rows.column(0), literals), row -> isIn(row[0], items));
    rows.assertValues(new InList(true, rows.column(0), literals), row -> not(isIn(row[0], items)));
    Expression array = literal(TypeKind.ARRAY, items);
    rows.assertValues(new InArray(false, rows.column(0), array), row -> isIn(row[0], items));
    rows.assertValues(new InArray(true, rows.column(0), array), row -> not(isIn(row[0], items)));
  }

  @Test
  void shouldFindValuesOfLists() {
    assertMembership(TypeKind.INTEGER, List.of(1, 3, -7), 1, 2, 3, -7, Integer.MIN_VALUE);
    assertMembership(TypeKind.BIGINT, Arrays.asList(0L, null, Long.MIN_VALUE), 0L, 1L, -1L);
    assertMembership(TypeKind.TEXT, Arrays.asList("a", "", "ä"), "a", "b", "", "ä", "aa");
    assertMembership(TypeKind.DOUBLE, List.of(1.5, Double.NaN), 1.5, 2.5, Double.NaN);
    assertMembership(TypeKind.BOOLEAN, Arrays.asList(true, null), true, false);
  }

  @Test
  void shouldFindValuesOfLongLists() {
    List<Integer> items = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      items.add(i * 3);
    }
    assertMembership(TypeKind.INTEGER, items, 0, 1, 2, 3, 14997, 14998, 15000, -3);
  }

  @Test
  void shouldFindNumbersOfOtherScales() {
    VectorType type = VectorType.decimal(2);
    KernelFixture rows =
        KernelFixture.of(type).row(new BigDecimal("1.50")).row(new BigDecimal("2.00"));
    Expression array =
        literal(TypeKind.ARRAY, List.of(new BigDecimal("1.5"), new BigDecimal("2.001")));
    rows.assertValues(
        new InArray(false, rows.column(0), array), row -> row[0].equals(new BigDecimal("1.50")));
    Expression items = new Literal(VectorType.of(TypeKind.NUMERIC), new BigDecimal("2"));
    rows.assertValues(
        new InList(false, rows.column(0), List.of(items)),
        row -> row[0].equals(new BigDecimal("2.00")));
  }

  @Test
  void shouldFindNothingInAnEmptyArrayAndNothingKnownInNoArray() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(new Object[] {null});
    rows.assertValues(
        new InArray(false, rows.column(0), literal(TypeKind.ARRAY, List.of())), row -> false);
    rows.assertValues(
        new InArray(true, rows.column(0), literal(TypeKind.ARRAY, List.of())), row -> true);
    rows.assertValues(
        new InArray(false, rows.column(0), literal(TypeKind.ARRAY, null)), row -> null);
  }

  @Test
  void shouldWriteSql() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER);
    List<Expression> items = List.of(literal(TypeKind.INTEGER, 1), literal(TypeKind.INTEGER, null));
    assertThat(new InList(false, rows.column(0), items).sql(List.of("a")))
        .isEqualTo("(a = ANY ('{1,NULL}'::integer[]))");
    assertThat(
            new InArray(true, rows.column(0), literal(TypeKind.ARRAY, List.of(1, 2)))
                .sql(List.of("a")))
        .isEqualTo("(a <> ALL ('{1,2}'::integer[]))");
  }
}
