package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
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
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.property.ConditionalEvaluation;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.Failures;
import dev.colonnade.sql.optimize.property.KeyRanges;
import dev.colonnade.sql.optimize.property.UniqueKeys;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rule that makes joins of subqueries in expressions: a correlated scalar subquery becomes a LEFT
 * join, or a SINGLE join if it may have several rows, and EXISTS a count of the matches, or a test
 * of the only one. IN becomes EXISTS if it is correlated or has many rows ({@link Membership}). In
 * an operand that is not evaluated for all rows, only subqueries that cannot fail become joins.
 */
final class SubqueryValues {
  /** Fewer rows of an uncorrelated IN are searched in the memory of the expression. */
  private static final double HASHED_ROWS_MAX = 500_000;

  /** Rows that are read, grouped and joined in the time of a search of a key. */
  private static final double ROWS_PER_SEARCH = 200;

  private final Variables variables;
  private final KeyRanges ranges;
  private final CardinalityEstimator estimator;
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
      CardinalityEstimator estimator,
      UnaryOperator<LogicalPlan> unnesting,
      LogicalPlan plan) {
    this.variables = requireNonNull(variables, "variables is null");
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.estimator = requireNonNull(estimator, "estimator is null");
    this.unnesting = requireNonNull(unnesting, "unnesting is null");
    this.plan = requireNonNull(plan, "plan is null");
  }

  /** Returns the input with the joins of the subqueries that have been replaced. */
  LogicalPlan plan() {
    return plan;
  }

  /** Returns an expression with subqueries replaced by columns of {@link #plan}. */
  Expression replace(Expression expression) {
    return replace(expression, false, false);
  }

  /** Variant of {@link #replace} for a predicate of a filter, which rejects FALSE and NULL. */
  Expression replacePredicate(Expression predicate) {
    return replace(predicate, false, true);
  }

  /**
   * Returns an expression with subqueries replaced.
   *
   * @param isConditional whether it is not evaluated for all rows
   * @param isTested whether FALSE may take the place of NULL
   */
  private Expression replace(Expression expression, boolean isConditional, boolean isTested) {
    if (!ExpressionProperties.hasSubquery(expression)) {
      return expression;
    }
    if (expression instanceof LogicalSubquery subquery && subquery.operands().isEmpty()) {
      return value(subquery, isConditional);
    }
    boolean isConditionalBelow = isConditional || ConditionalEvaluation.isConditional(expression);
    boolean isTestedBelow = isTested && expression instanceof LogicExpression;
    List<Expression> operands = expression.operands();
    List<Expression> changed = new ArrayList<>();
    boolean isSame = true;
    for (Expression operand : operands) {
      Expression other = replace(operand, isConditionalBelow, isTestedBelow);
      isSame &= other == operand;
      changed.add(other);
    }
    Expression replaced = isSame ? expression : expression.withOperands(changed);
    return replaced instanceof Quantified some
        ? quantified(some, isConditional, isTested)
        : replaced;
  }

  private Expression quantified(Quantified some, boolean isConditional, boolean isTested) {
    if (some.isAll() && some.operator() == ComparisonOperator.NOT_EQUAL) {
      Quantified in = Membership.negated(some);
      Expression value = quantified(in, isConditional, false);
      return value == in ? some : new TruthTest(TruthTest.Test.NOT, value);
    }
    if (!isJoin(some)) {
      return some;
    }
    LogicalPlan before = plan;
    Membership membership = new Membership(some, variables);
    Expression match = value(membership.match(), isConditional);
    Expression value = null;
    if (!(match instanceof Exists)) {
      value =
          isTested
              ? match
              : membership.value(before, match, test -> test(test, before, isConditional));
    }
    if (value == null) {
      plan = before;
      return some;
    }
    return value;
  }

  /** Returns whether IN becomes a join: it is correlated, or has rows that memory may not hold. */
  private boolean isJoin(Quantified some) {
    return Membership.isIn(some)
        && (!Correlation.of(plan, some.plan()).isEmpty()
            || estimator.rows(some.plan()) >= HASHED_ROWS_MAX);
  }

  /** Returns the value of EXISTS; null if it would be executed for each row. */
  private @Nullable Expression test(Exists exists, LogicalPlan outer, boolean isConditional) {
    Expression value = value(exists, isConditional);
    return value instanceof Exists && !Correlation.of(outer, exists.plan()).isEmpty()
        ? null
        : value;
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
    Expression unique = uniqueMatch(inner, isConditional);
    if (unique != null) {
      return unique;
    }
    if (isSearchCheaper(inner)) {
      return subquery;
    }
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

  /** Returns whether searching a key for each outer row costs less than reading all rows. */
  private boolean isSearchCheaper(LogicalPlan inner) {
    double rows = ranges.rowsSearchedByKey(inner, Correlation.of(plan, inner));
    return estimator.rows(plan) * ROWS_PER_SEARCH < rows;
  }

  /** Returns whether the only row that can match does; null if several can. */
  private @Nullable Expression uniqueMatch(LogicalPlan inner, boolean isConditional) {
    if ((isConditional && !Failures.isTotal(inner)) || isOneRow(plan)) {
      return null;
    }
    Pulled pulled = new CorrelationPullUp(Correlation.of(plan, inner), variables).pull(inner);
    if (pulled == null || pulled.isPadded()) {
      return null;
    }
    Set<Variable> key =
        UniqueKeys.matched(pulled.conditions(), new HashSet<>(pulled.plan().columns()));
    Variable mark =
        pulled.conditions().stream()
            .map(each -> equal(each, key))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    if (mark == null || !UniqueKeys.isUnique(pulled.plan(), key)) {
      return null;
    }
    plan = LogicalJoin.of(Kind.LEFT, plan, pulled.plan(), pulled.conditions());
    return new NullTest(true, mark);
  }

  /** Returns a key column that is not NULL where an equality is true; null if there is none. */
  private static @Nullable Variable equal(Expression condition, Set<Variable> key) {
    if (condition instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.EQUAL) {
      for (Expression operand : comparison.operands()) {
        if (operand instanceof Variable variable && key.contains(variable)) {
          return variable;
        }
      }
    }
    return null;
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
