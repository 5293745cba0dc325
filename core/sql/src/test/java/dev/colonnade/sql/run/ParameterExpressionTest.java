package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ParameterExpressionTest {
  private static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  private static final SqlType BIGINT_TYPE = SqlType.of(TypeKind.BIGINT);
  private static final Expression FIRST = new Parameter(BIGINT, 0);

  @Test
  void shouldEvaluateWithOtherParametersEachTime() {
    ParameterExpression sum = expression(values(new ExecutionConstant(sum(FIRST, 1))));
    assertThat(value(sum, 41L)).isEqualTo(42L);
    assertThat(value(sum, 1L)).isEqualTo(2L);
    assertThat(value(sum, (Object) null)).isNull();
  }

  @Test
  void shouldReportErrorsOfTheExpression() {
    ParameterExpression sum = expression(values(sum(FIRST, 1)));
    assertThatThrownBy(() -> value(sum, Long.MAX_VALUE))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("out of range");
  }

  @Test
  void shouldRequireAllParameters() {
    ParameterExpression sum = expression(values(sum(FIRST, 1)));
    assertThatThrownBy(() -> value(sum)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldAcceptProjectionsOfOneRow() {
    assertThat(value(expression(project(values(new Literal(BIGINT, 7L)), sum(FIRST, 1))), 1L))
        .isEqualTo(2L);
  }

  @Test
  void shouldRejectWhatDependsOnMoreThanParameters() {
    assertThat(find(values(new Parameter(BIGINT, -1)))).isNull();
    assertThat(find(values(sum(new Parameter(BIGINT, 1), 1)))).isNull();
    assertThat(find(project(values(FIRST), new ColumnReference(BIGINT, 0)))).isNull();
  }

  @Test
  void shouldRejectOtherQueries() {
    assertThat(find(values(FIRST, FIRST))).isNull();
    assertThat(find(new ScanPlan.Values(List.of(), columns(1), PlanEstimate.UNKNOWN))).isNull();
    assertThat(find(project(project(values(FIRST), FIRST), FIRST))).isNull();
    assertThat(find(project(values(sum(FIRST, 1)), FIRST))).isNull();
  }

  @Test
  void shouldRejectParametersThatTheCatalogResolves() {
    StatementPart part = new StatementPart(values(FIRST), List.of(SqlType.of(TypeKind.REGCLASS)));
    assertThat(new RunnableQuery(part).expression()).isNull();
  }

  private static @Nullable Object value(
      ParameterExpression expression, @Nullable Object... parameters) {
    return expression.value(parameters, Cancellation.withoutDeadline());
  }

  private static Expression sum(Expression left, long right) {
    return new LongArithmetic(BIGINT, ArithmeticOperator.ADD, left, new Literal(BIGINT, right));
  }

  private static PhysicalPlan values(Expression... row) {
    return new ScanPlan.Values(List.of(List.of(row)), columns(row.length), PlanEstimate.UNKNOWN);
  }

  private static PhysicalPlan project(PhysicalPlan input, Expression expression) {
    return new RowPlan.Project(input, List.of(expression), columns(1), PlanEstimate.UNKNOWN);
  }

  private static List<PlanColumn> columns(int count) {
    return Collections.nCopies(count, new PlanColumn("c", BIGINT));
  }

  private static ParameterExpression expression(PhysicalPlan plan) {
    return requireNonNull(find(plan), "no expression");
  }

  private static @Nullable ParameterExpression find(PhysicalPlan plan) {
    return new RunnableQuery(new StatementPart(plan, List.of(BIGINT_TYPE))).expression();
  }
}
