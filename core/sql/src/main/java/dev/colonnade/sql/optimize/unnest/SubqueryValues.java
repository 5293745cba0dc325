package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.property.ConditionalEvaluation;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.KeyRanges;
import dev.colonnade.sql.optimize.property.UniqueKeys;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Rule that makes joins of correlated subqueries in expressions: a scalar subquery becomes a LEFT
 * join, or a SINGLE join if it may have several rows, and EXISTS a count of the matches. In an
 * operand that is not evaluated for all rows, only subqueries that cannot fail become joins.
 */
final class SubqueryValues {
  private final Variables variables;
  private final KeyRanges ranges;
  private final UnaryOperator<LogicalPlan> unnesting;
  private LogicalPlan plan;

  /**
   * Creates the rule for the expressions of one node.
   *
   * @param plan input of the node
   */
  SubqueryValues(
      Variables variables,
      KeyRanges ranges,
      UnaryOperator<LogicalPlan> unnesting,
      LogicalPlan plan) {
    this.variables = requireNonNull(variables, "variables is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.unnesting = requireNonNull(unnesting, "unnesting is null");
    this.plan = requireNonNull(plan, "plan is null");
  }

  /** Returns the input with the joins of the subqueries that have been replaced. */
  LogicalPlan plan() {
    return plan;
  }

  /** Returns an expression with subqueries replaced by columns of {@link #plan}. */
  Expression replace(Expression expression) {
    return replace(expression, false);
  }

  private Expression replace(Expression expression, boolean isConditional) {
    if (!ExpressionProperties.hasSubquery(expression)) {
      return expression;
    }
    if (expression instanceof LogicalSubquery subquery && subquery.operands().isEmpty()) {
      return value(subquery, isConditional);
    }
    boolean isConditionalBelow = isConditional || ConditionalEvaluation.isConditional(expression);
    List<Expression> operands = expression.operands();
    List<Expression> changed = new ArrayList<>();
    boolean isSame = true;
    for (Expression operand : operands) {
      Expression other = replace(operand, isConditionalBelow);
      isSame &= other == operand;
      changed.add(other);
    }
    return isSame ? expression : expression.withOperands(changed);
  }

  private Expression value(LogicalSubquery subquery, boolean isConditional) {
    boolean isKnown = subquery instanceof Scalar || subquery instanceof Exists;
    if (!isKnown
        || Correlation.of(plan, subquery.plan()).isEmpty()
        || ExpressionProperties.isVolatile(subquery.plan())) {
      return subquery;
    }
    if (subquery instanceof Scalar) {
      LogicalPlan inner = unnesting.apply(subquery.plan());
      Variable column = subquery.plan().columns().getFirst();
      return scalar(subquery, inner, column, isConditional);
    }
    LogicalPlan inner = unnesting.apply(ExistentialInput.ofExists(subquery.plan()));
    VectorType number = VectorType.of(TypeKind.BIGINT);
    Variable count = variables.create(number, "count");
    AggregateFunction function =
        new AggregateFunction(count, "count", List.of(), false, null, List.of());
    LogicalPlan counted = Aggregate.of(inner, List.of(), List.of(function));
    Expression value = scalar(subquery, counted, count, isConditional);
    return value == subquery
        ? subquery
        : new Comparison(ComparisonOperator.GREATER, value, new Literal(number, 0L));
  }

  private Expression scalar(
      LogicalSubquery subquery, LogicalPlan inner, Variable column, boolean isConditional) {
    if (inner instanceof Project project && project.input().equals(Rows.one())) {
      return project.assignments().getFirst().expression();
    }
    if ((isConditional && !Failures.isTotal(inner)) || isOneRow(plan)) {
      return subquery;
    }
    Set<Variable> correlation = Correlation.of(plan, inner);
    Pulled pulled = new CorrelationPullUp(correlation, variables).pull(inner);
    if (pulled == null) {
      return domain(subquery, inner, column, isConditional, correlation);
    }
    if (pulled.isPadded()) {
      plan = LogicalJoin.of(Kind.LEFT, plan, pulled.plan(), pulled.conditions());
      return guarded(Correlation.and(pulled.filters()), pulled.above(column));
    }
    Set<Variable> key =
        UniqueKeys.matched(pulled.conditions(), new HashSet<>(pulled.plan().columns()));
    boolean isUnique = UniqueKeys.isUnique(pulled.plan(), key);
    if (!isUnique && isConditional) {
      return subquery;
    }
    Kind kind = isUnique ? Kind.LEFT : Kind.SINGLE;
    if (!pulled.outputs().containsKey(column)) {
      plan = LogicalJoin.of(kind, plan, pulled.plan(), pulled.conditions());
      return column;
    }
    Marked marked = Marked.of(pulled.plan(), variables);
    plan = LogicalJoin.of(kind, plan, marked.plan(), pulled.conditions());
    return guarded(marked.isMatch(), pulled.above(column));
  }

  /** Returns whether a subquery is executed once anyway, with the values of the only outer row. */
  private static boolean isOneRow(LogicalPlan outer) {
    return UniqueKeys.isUnique(outer, Set.of())
        && LogicalExpressions.freeVariables(outer).isEmpty();
  }

  /** Returns a value where a condition is true, and NULL elsewhere. */
  private static Expression guarded(Expression condition, Expression value) {
    if (Boolean.TRUE.equals(ExpressionProperties.truth(condition))) {
      return value;
    }
    return new CaseExpression(
        value.type(), List.of(condition), List.of(value, new Literal(value.type(), null)));
  }

  private Expression domain(
      LogicalSubquery subquery,
      LogicalPlan inner,
      Variable column,
      boolean isConditional,
      Set<Variable> correlation) {
    boolean isUnique = UniqueKeys.isUnique(inner, Set.of());
    if ((!isUnique && isConditional) || ranges.areRead(inner, correlation)) {
      return subquery;
    }
    Domain domain = Domain.of(plan, correlation, variables);
    DomainPushDown.Pushed pushed =
        domain == null ? null : new DomainPushDown(domain, variables).push(inner);
    if (domain == null || pushed == null) {
      return subquery;
    }
    plan =
        domain.around(
            LogicalJoin.of(
                isUnique ? Kind.LEFT : Kind.SINGLE,
                domain.outer(),
                pushed.plan(),
                domain.equalities(Map.of(), pushed.local())));
    return column;
  }
}
