package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.NotNullColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rule that makes joins of the subqueries that are conjuncts of a filter: EXISTS and ANY become
 * semi joins, NOT EXISTS anti joins, NOT IN null-aware anti joins. An uncorrelated EXISTS remains,
 * as it is evaluated once.
 */
final class SubqueryPredicates {
  private final Variables variables;
  private final UnaryOperator<LogicalPlan> unnesting;

  SubqueryPredicates(Variables variables, UnaryOperator<LogicalPlan> unnesting) {
    this.variables = requireNonNull(variables, "variables is null");
    this.unnesting = requireNonNull(unnesting, "unnesting is null");
  }

  /** Returns the rows for which a predicate holds; null if it does not become a join. */
  @Nullable LogicalPlan filter(LogicalPlan outer, Expression predicate) {
    boolean isNot =
        predicate instanceof TruthTest test
            && (test.test() == TruthTest.Test.NOT || test.test() == TruthTest.Test.IS_NOT_TRUE);
    boolean isUnknownTrue =
        predicate instanceof TruthTest test && test.test() == TruthTest.Test.IS_NOT_TRUE;
    Expression subquery = isNot ? predicate.operands().getFirst() : predicate;
    return switch (subquery) {
      case Exists exists -> exists(outer, exists, isNot ? Kind.ANTI : Kind.SEMI);
      case Quantified some when !some.isAll() && !isNot -> any(outer, some, Kind.SEMI);
      case Quantified some when !some.isAll() && isUnknownTrue -> any(outer, some, Kind.ANTI);
      case Quantified some when !some.isAll() -> any(outer, some, Kind.NULL_AWARE_ANTI);
      case Quantified all
          when !isNot
              && (all.left().size() == 1 || all.operator() == ComparisonOperator.NOT_EQUAL) ->
          any(outer, Membership.negated(all), Kind.NULL_AWARE_ANTI);
      default -> null;
    };
  }

  private @Nullable LogicalPlan exists(LogicalPlan outer, Exists exists, Kind kind) {
    if (ExpressionProperties.isVolatile(exists.plan())) {
      return null;
    }
    LogicalPlan inner = unnesting.apply(ExistentialInput.ofExists(exists.plan()));
    Set<Variable> correlation = Correlation.of(outer, inner);
    if (correlation.isEmpty()) {
      return null;
    }
    Pulled pulled = new CorrelationPullUp(correlation, variables).pull(inner);
    if (pulled == null) {
      return domain(kind, outer, inner, List.of(), correlation);
    }
    if (!pulled.isPadded()) {
      return LogicalJoin.of(kind, outer, pulled.plan(), pulled.conditions());
    }
    List<Expression> filters = pulled.filters();
    LogicalPlan joined = LogicalJoin.of(Kind.LEFT, outer, pulled.plan(), pulled.conditions());
    if (kind == Kind.ANTI) {
      filters = List.of(new TruthTest(TruthTest.Test.IS_NOT_TRUE, Correlation.and(filters)));
    }
    return Correlation.filtered(joined, filters);
  }

  private @Nullable LogicalPlan any(LogicalPlan outer, Quantified any, Kind kind) {
    boolean isRow = any.left().size() > 1 && any.operator() != ComparisonOperator.EQUAL;
    if (isRow
        || any.left().stream().anyMatch(ExpressionProperties::hasSubquery)
        || any.left().stream().anyMatch(ExpressionProperties::isVolatile)
        || ExpressionProperties.isVolatile(any.plan())) {
      return null;
    }
    LogicalPlan inner = unnesting.apply(ExistentialInput.ofIn(any.plan()));
    List<Expression> conditions = new ArrayList<>();
    for (int i = 0; i < any.left().size(); i++) {
      conditions.add(
          new ExpressionBuilder()
              .compare(any.operator(), any.left().get(i), any.plan().columns().get(i)));
    }
    Set<Variable> correlation = Correlation.of(outer, inner);
    if (correlation.isEmpty()
        && kind == Kind.SEMI
        && inner instanceof LogicalSource.Rows
        && any.operator() == ComparisonOperator.EQUAL) {
      // Each row has at most one match, so that an index can be searched for the values.
      LogicalPlan distinct = Aggregate.of(inner, inner.columns(), List.of());
      return LogicalJoin.of(Kind.INNER, outer, distinct, conditions);
    }
    if (correlation.isEmpty()) {
      // The expression searches the rows of other comparisons as fast as a join without keys.
      return any.operator() == ComparisonOperator.EQUAL
          ? LogicalJoin.of(kindOf(kind, outer, inner, conditions), outer, inner, conditions)
          : null;
    }
    Pulled pulled = new CorrelationPullUp(correlation, variables).pull(inner);
    if (pulled == null) {
      return domain(kind, outer, inner, conditions, correlation);
    }
    List<Expression> pairs = pulled.above(conditions);
    if (pulled.isPadded()) {
      if (kind != Kind.SEMI) {
        return null;
      }
      LogicalPlan joined = LogicalJoin.of(Kind.LEFT, outer, pulled.plan(), pulled.conditions());
      return Correlation.filtered(Correlation.filtered(joined, pulled.filters()), pairs);
    }
    List<Expression> all = new ArrayList<>(pulled.conditions());
    Kind simple = kindOf(kind, outer, pulled.plan(), pairs);
    all.addAll(simple == Kind.NULL_AWARE_ANTI ? mayHold(pairs) : pairs);
    return LogicalJoin.of(
        simple == Kind.NULL_AWARE_ANTI ? Kind.ANTI : simple, outer, pulled.plan(), all);
  }

  /** Returns ANTI for NOT IN over values without NULL. */
  private static Kind kindOf(
      Kind kind, LogicalPlan outer, LogicalPlan inner, List<Expression> pairs) {
    if (kind != Kind.NULL_AWARE_ANTI) {
      return kind;
    }
    for (Expression pair : pairs) {
      if (!(pair instanceof Comparison)) {
        return kind;
      }
      for (Expression operand : pair.operands()) {
        if (!NotNullColumns.isNotNull(outer, operand)
            && !NotNullColumns.isNotNull(inner, operand)) {
          return kind;
        }
      }
    }
    return Kind.ANTI;
  }

  /** Returns the condition of an anti join that a pair excludes the outer row from NOT IN. */
  private static List<Expression> mayHold(List<Expression> pairs) {
    return List.of(new TruthTest(TruthTest.Test.IS_NOT_FALSE, Correlation.and(pairs)));
  }

  private @Nullable LogicalPlan domain(
      Kind kind,
      LogicalPlan outer,
      LogicalPlan inner,
      List<Expression> conditions,
      Set<Variable> correlation) {
    Domain domain = Domain.of(outer, correlation, variables);
    if (domain == null) {
      return null;
    }
    DomainPushDown.Pushed pushed = new DomainPushDown(domain, variables).push(inner);
    if (pushed == null) {
      return null;
    }
    boolean isNotIn = kind == Kind.NULL_AWARE_ANTI;
    List<Expression> all = new ArrayList<>(domain.equalities(Map.of(), pushed.local()));
    all.addAll(isNotIn ? mayHold(conditions) : conditions);
    return domain.around(
        LogicalJoin.of(isNotIn ? Kind.ANTI : kind, domain.outer(), pushed.plan(), all));
  }
}
