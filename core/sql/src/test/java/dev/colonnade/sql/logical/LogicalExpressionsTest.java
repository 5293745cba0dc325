package dev.colonnade.sql.logical;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogicalExpressionsTest {
  private static final VectorType INTEGER = VectorType.of(TypeKind.INTEGER);

  private final Variables variables = new Variables();
  private final Variable a = variables.create(INTEGER, "a");
  private final Variable b = variables.create(INTEGER, "b");
  private final Variable c = variables.create(INTEGER, "c");

  private static Expression equal(Expression left, Expression right) {
    return new Comparison(ComparisonOperator.EQUAL, left, right);
  }

  private static Literal number(int value) {
    return new Literal(INTEGER, value);
  }

  private LogicalPlan rowsOf(Variable column, Expression value) {
    return new LogicalSource.Rows(List.of(List.of(value)), List.of(column));
  }

  @Test
  void shouldReturnTheSameExpressionWithoutAChange() {
    Expression expression = new LogicExpression(true, List.of(equal(a, b), equal(b, number(1))));
    assertThat(LogicalExpressions.rewrite(expression, _ -> null)).isSameAs(expression);
  }

  @Test
  void shouldReplaceVariablesAtEveryDepth() {
    Expression expression = new LogicExpression(false, List.of(equal(a, b), equal(number(1), a)));
    assertThat(LogicalExpressions.substitute(expression, Map.of(a, number(7))))
        .isEqualTo(
            new LogicExpression(false, List.of(equal(number(7), b), equal(number(1), number(7)))));
  }

  @Test
  void shouldNotVisitTheOperandsOfAReplacement() {
    Expression expression = equal(a, b);
    assertThat(LogicalExpressions.substitute(expression, Map.of(a, b, b, a)))
        .isEqualTo(equal(b, a));
  }

  @Test
  void shouldReplaceVariablesInThePlanOfASubquery() {
    Expression expression = new LogicalSubquery.Exists(rowsOf(c, a));
    LogicalSubquery replaced =
        (LogicalSubquery) LogicalExpressions.substitute(expression, Map.of(a, b));
    assertThat(replaced.plan().expressions()).containsExactly(b);
  }

  @Test
  void shouldKeepThePlanOfASubqueryWithoutAChange() {
    Expression expression = new LogicalSubquery.Exists(rowsOf(c, a));
    assertThat(LogicalExpressions.substitute(expression, Map.of(b, a))).isSameAs(expression);
  }

  @Test
  void shouldFindVariablesOfOperandsAndOfSubqueries() {
    Expression expression =
        new LogicExpression(
            true, List.of(equal(b, number(1)), new LogicalSubquery.Exists(rowsOf(c, a))));
    assertThat(LogicalExpressions.variables(expression)).containsExactly(b, a);
  }

  @Test
  void shouldNotCountVariablesThatAPlanDefinesAsFree() {
    LogicalPlan plan =
        new LogicalOperator.Filter(rowsOf(c, number(1)), List.of(equal(c, a), equal(c, c)));
    assertThat(LogicalExpressions.freeVariables(plan)).containsExactly(a);
  }

  @Test
  void shouldRewriteTheExpressionsOfAllInputs() {
    LogicalPlan left = rowsOf(b, a);
    LogicalPlan plan =
        new LogicalJoin(
            LogicalJoin.Kind.INNER, left, rowsOf(c, number(2)), List.of(equal(b, a)), true);
    LogicalPlan rewritten =
        LogicalExpressions.rewriteExpressions(plan, part -> part.equals(a) ? number(5) : null);
    assertThat(LogicalExpressions.freeVariables(rewritten)).isEmpty();
    assertThat(rewritten.inputs().getLast()).isSameAs(plan.inputs().getLast());
    assertThat(rewritten.inputs().getFirst().expressions()).containsExactly(number(5));
    assertThat(rewritten.expressions()).containsExactly(equal(b, number(5)));
  }
}
