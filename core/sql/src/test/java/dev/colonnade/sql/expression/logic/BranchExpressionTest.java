package dev.colonnade.sql.expression.logic;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class BranchExpressionTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  private static Expression quotient(Expression divisor) {
    return new LongDivision(
        INTEGER, ArithmeticOperator.DIVIDE, literal(TypeKind.INTEGER, 12), divisor);
  }

  private static Expression isLess(Expression left, int right) {
    return new Comparison(ComparisonOperator.LESS, left, literal(TypeKind.INTEGER, right));
  }

  @Test
  void shouldEvaluateResultsOnlyOfTheirBranch() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER)
            .row(0)
            .row(4)
            .row(-2)
            .row(new Object[] {null})
            .row(3)
            .row(100);
    Expression a = rows.column(0);
    Expression branches =
        new CaseExpression(
            INTEGER,
            List.of(
                isLess(a, 0),
                new Comparison(ComparisonOperator.EQUAL, a, literal(TypeKind.INTEGER, 0)),
                isLess(quotient(a), 1)),
            List.of(literal(TypeKind.INTEGER, -1), literal(TypeKind.INTEGER, 0), a, quotient(a)));
    rows.assertValues(
        branches,
        row -> {
          if (row[0] == null) {
            return null;
          }
          int value = (Integer) row[0];
          return value < 0
              ? Integer.valueOf(-1)
              : value == 0 ? 0 : 12 / value < 1 ? value : 12 / value;
        });
    assertThat(branches.sql(List.of("a")))
        .isEqualTo(
            "CASE WHEN (a < 0) THEN '-1'::integer WHEN (a = 0) THEN 0 WHEN ((12 / a) < 1) THEN a"
                + " ELSE (12 / a) END");
  }

  @Test
  void shouldKeepScalesOfNumbersInBranches() {
    KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN).row(true).row(false);
    Expression branches =
        new CaseExpression(
            VectorType.of(TypeKind.NUMERIC),
            List.of(rows.column(0)),
            List.of(
                new Literal(VectorType.decimal(1), new BigDecimal("1.5")),
                new Literal(VectorType.decimal(3), new BigDecimal("2.500"))));
    rows.assertValues(branches, row -> new BigDecimal((Boolean) row[0] ? "1.5" : "2.500"));
  }

  @Test
  void shouldCollectTextsAndNumbersBeyondLongs() {
    VectorType decimal = VectorType.decimal(0);
    BigDecimal large = new BigDecimal("99999999999999999999");
    KernelFixture rows =
        KernelFixture.of(VectorType.of(TypeKind.BOOLEAN), decimal, VectorType.of(TypeKind.TEXT))
            .row(true, new BigDecimal("1"), "a")
            .row(false, large, "bc")
            .row(null, null, null)
            .row(true, large, "");
    rows.assertValues(
        new CaseExpression(
            decimal,
            List.of(rows.column(0)),
            List.of(rows.column(1), new Literal(decimal, BigDecimal.TEN))),
        row -> Boolean.TRUE.equals(row[0]) ? row[1] : BigDecimal.TEN);
    rows.assertValues(
        new CaseExpression(
            VectorType.of(TypeKind.TEXT),
            List.of(rows.column(0)),
            List.of(rows.column(2), literal(TypeKind.TEXT, "else"))),
        row -> Boolean.TRUE.equals(row[0]) ? row[2] : "else");
  }

  @Test
  void shouldCoalesceWithoutEvaluatingMoreThanNeeded() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER)
            .row(1, 0)
            .row(null, 4)
            .row(2, null)
            .row(null, null);
    Expression coalesce =
        new CoalesceExpression(INTEGER, List.of(rows.column(0), quotient(rows.column(1))));
    rows.assertValues(
        coalesce,
        row -> row[0] != null ? row[0] : row[1] == null ? null : (Integer) (12 / (Integer) row[1]));
    assertThat(coalesce.sql(List.of("a", "b"))).isEqualTo("COALESCE(a, (12 / b))");
    KernelFixture failing = KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(null, 0);
    failing.assertFails(coalesce, ErrorCode.DIVISION_BY_ZERO);
  }
}
