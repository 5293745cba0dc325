package dev.colonnade.sql.expression.logic;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LogicExpressionTest {
  private static final @Nullable Boolean[] TRUTHS = {true, false, null};

  private static KernelFixture allTruths() {
    KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN, TypeKind.BOOLEAN, TypeKind.BOOLEAN);
    for (Boolean a : TRUTHS) {
      for (Boolean b : TRUTHS) {
        for (Boolean c : TRUTHS) {
          rows.row(a, b, c);
        }
      }
    }
    return rows;
  }

  @Test
  void shouldFollowThreeValuedLogic() {
    KernelFixture rows = allTruths();
    List<Expression> operands = List.of(rows.column(0), rows.column(1), rows.column(2));
    rows.assertValues(
        new LogicExpression(true, operands),
        row -> {
          List<@Nullable Object> values = Arrays.asList(row);
          return values.contains(false) ? (Boolean) false : values.contains(null) ? null : true;
        });
    rows.assertValues(
        new LogicExpression(false, operands),
        row -> {
          List<@Nullable Object> values = Arrays.asList(row);
          return values.contains(true) ? (Boolean) true : values.contains(null) ? null : false;
        });
  }

  /** Returns {@code 10 / a > 1}, which fails where a is 0. */
  private static Expression quotientOf(Expression column) {
    return new Comparison(
        ComparisonOperator.GREATER,
        new LongDivision(
            VectorType.of(TypeKind.INTEGER),
            ArithmeticOperator.DIVIDE,
            literal(TypeKind.INTEGER, 10),
            column),
        literal(TypeKind.INTEGER, 1));
  }

  @Test
  void shouldEvaluateLaterOperandsOnlyForOpenRows() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(0).row(5).row(20).row(0).row(3);
    Expression isZero =
        new Comparison(ComparisonOperator.EQUAL, rows.column(0), literal(TypeKind.INTEGER, 0));
    Expression isNotZero =
        new Comparison(ComparisonOperator.NOT_EQUAL, rows.column(0), literal(TypeKind.INTEGER, 0));
    Expression quotient = quotientOf(rows.column(0));
    rows.assertValues(
        new LogicExpression(true, List.of(isNotZero, quotient)),
        row -> (Integer) row[0] != 0 && 10 / (Integer) row[0] > 1);
    rows.assertValues(
        new LogicExpression(false, List.of(isZero, quotient)),
        row -> (Integer) row[0] == 0 || 10 / (Integer) row[0] > 1);
    rows.assertFails(
        new LogicExpression(true, List.of(quotient, isNotZero)), ErrorCode.DIVISION_BY_ZERO);
  }

  @Test
  void shouldEvaluateLaterOperandsForRowsThatAreUnknown() {
    KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN, TypeKind.INTEGER).row(null, 0);
    rows.assertFails(
        new LogicExpression(true, List.of(rows.column(0), quotientOf(rows.column(1)))),
        ErrorCode.DIVISION_BY_ZERO);
  }

  @Test
  void shouldWriteSql() {
    KernelFixture rows = KernelFixture.of(TypeKind.BOOLEAN, TypeKind.BOOLEAN);
    List<Expression> operands = List.of(rows.column(0), new NullTest(false, rows.column(1)));
    assertThat(new LogicExpression(true, operands).sql(List.of("a", "b")))
        .isEqualTo("(a AND (b IS NULL))");
  }
}
