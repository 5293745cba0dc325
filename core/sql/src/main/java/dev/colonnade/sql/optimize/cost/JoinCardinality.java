package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Row counts of joins: an equality selects one row in as many as the side with more distinct values
 * has of them (Selinger et al., 1979).
 */
final class JoinCardinality {
  /** Fraction of rows with the same key that have a match which satisfies all other conditions. */
  private static final double RESIDUAL = 0.5;

  private final InputEstimates estimator;

  /** Equality of an expression of each side. */
  private record Equality(Expression left, Expression right) {}

  JoinCardinality(InputEstimates estimator) {
    this.estimator = requireNonNull(estimator, "estimator is null");
  }

  /** Returns the number of rows of a join. */
  double rows(LogicalJoin join) {
    double left = estimator.rows(join.left());
    double right = estimator.rows(join.right());
    return switch (join.kind()) {
      case INNER -> left * right * selectivity(join);
      case LEFT -> Math.max(left, left * right * selectivity(join));
      case FULL -> {
        double matched = left * right * selectivity(join);
        double unmatched = left * (1 - matchedFraction(join, join.left(), join.right()));
        double others = right * (1 - matchedFraction(join, join.right(), join.left()));
        yield Math.max(Math.max(left, right), matched + unmatched + others);
      }
      case SINGLE -> left;
      case SEMI -> left * matchedFraction(join, join.left(), join.right());
      case ANTI, NULL_AWARE_ANTI ->
          left * (1 - Math.min(0.999, matchedFraction(join, join.left(), join.right())));
    };
  }

  /** Returns the fraction of the pairs of rows that satisfies the conditions. */
  private double selectivity(LogicalJoin join) {
    List<Equality> equalities = new ArrayList<>();
    List<Expression> rest = divide(join, equalities);
    PlanStatistics left = estimator.statistics(join.left());
    PlanStatistics right = estimator.statistics(join.right());
    double divisor = 1;
    double known = 1;
    for (List<Equality> group : byTables(join, equalities)) {
      double product = 1;
      for (Equality equality : group) {
        product *= domainCount(equality, left, right);
        known *= 1 - nullFraction(left, equality.left());
        known *= 1 - nullFraction(right, equality.right());
      }
      divisor *= group.size() > 1 ? Math.min(product, valuesMax(join, group)) : product;
    }
    PlanStatistics pairs = new PlanStatistics(left.rows() * right.rows(), sides(join));
    return known / divisor * new PredicateSelectivity(pairs).ofAll(rest);
  }

  private static double domainCount(Equality equality, PlanStatistics left, PlanStatistics right) {
    return Math.max(
        new PredicateSelectivity(left).domainCount(equality.left()),
        new PredicateSelectivity(right).domainCount(equality.right()));
  }

  /** Returns the equalities in groups of those that compare columns of the same two tables. */
  private static List<List<Equality>> byTables(LogicalJoin join, List<Equality> equalities) {
    Map<List<Integer>, List<Equality>> groups = new LinkedHashMap<>();
    for (Equality equality : equalities) {
      List<Integer> tables =
          List.of(table(join.left(), equality.left()), table(join.right(), equality.right()));
      groups.computeIfAbsent(tables, _ -> new ArrayList<>()).add(equality);
    }
    return List.copyOf(groups.values());
  }

  /** Returns the identity of the scan that an expression is a column of; 0 if it is none. */
  private static int table(LogicalPlan side, Expression expression) {
    ColumnOrigin origin =
        expression instanceof Variable variable ? ColumnOrigin.of(side, variable) : null;
    return origin == null ? 0 : origin.scan().read().getFirst().variable().id() + 1;
  }

  private static double nullFraction(PlanStatistics side, Expression expression) {
    return expression instanceof Variable variable ? side.of(variable).nullFraction() : 0;
  }

  private Function<Variable, VariableStatistics> sides(LogicalJoin join) {
    Set<Variable> ofLeft = new HashSet<>(join.left().columns());
    return variable ->
        estimator.statistics(ofLeft.contains(variable) ? join.left() : join.right()).of(variable);
  }

  /**
   * Returns the maximum number of distinct keys of several columns: the rows of the table that they
   * are a key of, or those of the larger side.
   */
  private double valuesMax(LogicalJoin join, List<Equality> equalities) {
    Set<Variable> left = new HashSet<>();
    Set<Variable> right = new HashSet<>();
    for (Equality equality : equalities) {
      if (equality.left() instanceof Variable variable) {
        left.add(variable);
      }
      if (equality.right() instanceof Variable variable) {
        right.add(variable);
      }
    }
    double most = Math.max(estimator.rows(join.left()), estimator.rows(join.right()));
    if (!isOfConstants(join.right()) && UniqueKeys.areUnique(join.right(), right)) {
      most = Math.min(most, estimator.baseRows(join.right(), right));
    } else if (!isOfConstants(join.left()) && UniqueKeys.areUnique(join.left(), left)) {
      most = Math.min(most, estimator.baseRows(join.left(), left));
    }
    return Math.max(1, most);
  }

  /** Returns whether the rows are those of VALUES, which other sides need not refer to. */
  private static boolean isOfConstants(LogicalPlan plan) {
    return switch (plan) {
      case LogicalSource.Rows _ -> true;
      case LogicalOperator operator -> isOfConstants(operator.input());
      default -> false;
    };
  }

  /** Returns the fraction of the rows of one side that have a match in the other one. */
  double matchedFraction(LogicalJoin join, LogicalPlan side, LogicalPlan other) {
    List<Equality> equalities = new ArrayList<>();
    List<Expression> rest = divide(join, equalities);
    PlanStatistics own = estimator.statistics(side);
    PlanStatistics others = estimator.statistics(other);
    double fraction = 1;
    for (Equality equality : equalities) {
      boolean isLeft = side == join.left();
      Expression key = isLeft ? equality.left() : equality.right();
      Expression match = isLeft ? equality.right() : equality.left();
      double values = new PredicateSelectivity(own).domainCount(key);
      double matches = new PredicateSelectivity(others).distinctCount(match);
      double known = 1 - nullFraction(own, key);
      fraction = Math.min(fraction, known * Math.min(1, matches / values));
    }
    if (equalities.isEmpty()) {
      PlanStatistics pairs = new PlanStatistics(own.rows() * others.rows(), sides(join));
      double each = new PredicateSelectivity(pairs).ofAll(rest);
      return others.rows() == 0 ? 0 : Math.min(1, each * others.rows());
    }
    return rest.isEmpty() ? fraction : fraction * RESIDUAL;
  }

  /** Returns the conditions other than equalities of both sides, which are added to a list. */
  private static List<Expression> divide(LogicalJoin join, List<Equality> equalities) {
    Set<Variable> left = new HashSet<>(join.left().columns());
    Set<Variable> right = new HashSet<>(join.right().columns());
    List<Expression> rest = new ArrayList<>();
    for (Expression condition : join.conditions()) {
      if (condition instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL) {
        Set<Variable> one = LogicalExpressions.variables(comparison.left());
        Set<Variable> other = LogicalExpressions.variables(comparison.right());
        if (isOf(one, left) && isOf(other, right)) {
          equalities.add(new Equality(comparison.left(), comparison.right()));
          continue;
        }
        if (isOf(one, right) && isOf(other, left)) {
          equalities.add(new Equality(comparison.right(), comparison.left()));
          continue;
        }
      }
      rest.add(condition);
    }
    return rest;
  }

  private static boolean isOf(Set<Variable> variables, Set<Variable> side) {
    return !variables.isEmpty() && side.containsAll(variables);
  }
}
