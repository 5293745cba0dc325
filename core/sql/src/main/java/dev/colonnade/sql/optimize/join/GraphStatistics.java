package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.cost.PlanStatistics;
import dev.colonnade.sql.optimize.cost.UniqueKeys;
import dev.colonnade.sql.optimize.cost.VariableStatistics;
import dev.colonnade.sql.optimize.join.JoinGraph.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Statistics of the edges of a join graph. One graph, one thread. */
final class GraphStatistics {
  /** Fraction of rows with the same key that have a match which satisfies all other conditions. */
  private static final double RESIDUAL = 0.5;

  private final CardinalityEstimator estimator;

  GraphStatistics(CardinalityEstimator estimator) {
    this.estimator = requireNonNull(estimator, "estimator is null");
  }

  /** Condition without statistics. */
  record RawCondition(
      Expression expression, long read, long required, long left, ConflictRules rules) {}

  /** Operator without statistics. */
  record RawOperator(JoinNode.Outer node, long left, long right, ConflictRules rules) {}

  /** Graph without statistics. */
  record RawGraph(
      List<LogicalPlan> relations,
      Map<Variable, Integer> relationOf,
      List<VariableClasses> classes,
      List<RawCondition> conditions,
      List<RawOperator> operators,
      List<JoinGraph.CrossJoin> crossJoins) {
    VariableStatistics statistics(Variable variable, CardinalityEstimator estimator) {
      Integer relation = relationOf.get(variable);
      return relation == null
          ? VariableStatistics.ONE_VALUE
          : estimator.statistics(relations.get(relation)).of(variable);
    }

    double rows(long set, CardinalityEstimator estimator) {
      double product = 1;
      for (int i = 0; i < relations.size(); i++) {
        product *= (set >> i & 1) == 0 ? 1 : estimator.rows(relations.get(i));
      }
      return product;
    }
  }

  /** Returns the graph with statistics. */
  JoinGraph graph(RawGraph raw) {
    List<JoinGraph.EqualityClass> classes = new ArrayList<>();
    for (VariableClasses group : raw.classes()) {
      for (List<Variable> same : group.classes()) {
        classes.add(equalityClass(same, group.rules(), raw));
      }
    }
    List<JoinGraph.Condition> conditions = new ArrayList<>();
    for (RawCondition condition : raw.conditions()) {
      conditions.add(
          new JoinGraph.Condition(
              condition.expression(),
              condition.read(),
              condition.required(),
              condition.left(),
              selectivity(List.of(condition.expression()), condition.read(), raw),
              condition.rules()));
    }
    List<JoinGraph.Operator> operators = new ArrayList<>();
    raw.operators().forEach(operator -> operators.add(operator(operator, raw)));
    return new JoinGraph(
        raw.relations(),
        classes,
        conditions,
        operators,
        raw.crossJoins(),
        compositeKeys(classes, raw));
  }

  private JoinGraph.EqualityClass equalityClass(
      List<Variable> same, ConflictRules rules, RawGraph raw) {
    List<Member> members = new ArrayList<>();
    long set = 0;
    for (Variable variable : same) {
      int relation = requireNonNull(raw.relationOf().get(variable), "relation is null");
      if ((set >> relation & 1) == 0) {
        double distinct = raw.statistics(variable, estimator).domainCount();
        members.add(new Member(variable, relation, distinct));
        set |= 1L << relation;
      }
    }
    return new JoinGraph.EqualityClass(members, set, rules);
  }

  private double selectivity(List<Expression> conditions, long read, RawGraph raw) {
    return estimator.selectivity(
        conditions, raw.rows(read, estimator), variable -> raw.statistics(variable, estimator));
  }

  private JoinGraph.Operator operator(RawOperator raw, RawGraph graph) {
    long original = raw.node().relations();
    Set<Variable> rightKeys = new HashSet<>();
    double matched = 1;
    boolean hasOther = false;
    for (Expression condition : raw.node().conditions()) {
      if (condition instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL) {
        long left = raw.node().left().relations();
        boolean isForward = isOf(comparison.left(), left, graph);
        Expression outer = isForward ? comparison.left() : comparison.right();
        Expression inner = isForward ? comparison.right() : comparison.left();
        if (isOf(outer, left, graph) && isOf(inner, raw.node().right().relations(), graph)) {
          if (inner instanceof Variable variable) {
            rightKeys.add(variable);
          }
          matched = Math.min(matched, distinct(inner, graph) / domain(outer, graph));
          continue;
        }
      }
      hasOther = true;
    }
    boolean isKeyed = !rightKeys.isEmpty();
    double fraction = isKeyed ? matched * (hasOther ? RESIDUAL : 1) : RESIDUAL;
    return new JoinGraph.Operator(
        raw.node(),
        raw.node().left().relations(),
        raw.node().right().relations(),
        raw.left(),
        raw.right(),
        rightKeys,
        selectivity(raw.node().conditions(), original, graph),
        Math.min(1, fraction),
        raw.rules());
  }

  private static boolean isOf(Expression expression, long set, RawGraph raw) {
    Set<Variable> variables = LogicalExpressions.variables(expression);
    for (Variable variable : variables) {
      Integer relation = raw.relationOf().get(variable);
      if (relation == null || (set >> relation & 1) == 0) {
        return false;
      }
    }
    return !variables.isEmpty();
  }

  private double distinct(Expression expression, RawGraph raw) {
    double product = 1;
    for (Variable variable : LogicalExpressions.variables(expression)) {
      product *= raw.statistics(variable, estimator).distinctCount();
    }
    return product;
  }

  private double domain(Expression expression, RawGraph raw) {
    return expression instanceof Variable variable
        ? raw.statistics(variable, estimator).domainCount()
        : distinct(expression, raw);
  }

  private List<JoinGraph.CompositeKey> compositeKeys(
      List<JoinGraph.EqualityClass> classes, RawGraph raw) {
    Map<Long, List<JoinGraph.EqualityClass>> byPair = new TreeMap<>();
    for (JoinGraph.EqualityClass one : classes) {
      List<Member> members = one.members();
      for (int i = 0; i < members.size(); i++) {
        for (int j = i + 1; j < members.size(); j++) {
          long pair = 1L << members.get(i).relation() | 1L << members.get(j).relation();
          byPair.computeIfAbsent(pair, _ -> new ArrayList<>()).add(one);
        }
      }
    }
    List<JoinGraph.CompositeKey> keys = new ArrayList<>();
    byPair.forEach(
        (pair, common) -> {
          double correction = common.size() < 2 ? 1 : correction(pair, common, raw);
          if (correction > 1) {
            keys.add(new JoinGraph.CompositeKey(pair, correction));
          }
        });
    return keys;
  }

  /** Returns by how much the equalities of two relations are correlated. */
  private double correction(long pair, List<JoinGraph.EqualityClass> common, RawGraph raw) {
    int one = Long.numberOfTrailingZeros(pair);
    int other = Long.SIZE - 1 - Long.numberOfLeadingZeros(pair);
    Set<Variable> ofOne = new HashSet<>();
    Set<Variable> ofOther = new HashSet<>();
    double product = 1;
    for (JoinGraph.EqualityClass equality : common) {
      Member left = equality.member(one);
      Member right = equality.member(other);
      ofOne.add(left.variable());
      ofOther.add(right.variable());
      product *= Math.max(left.distinctCount(), right.distinctCount());
    }
    PlanStatistics first = estimator.statistics(raw.relations().get(one));
    PlanStatistics second = estimator.statistics(raw.relations().get(other));
    double most = Math.max(first.rows(), second.rows());
    if (UniqueKeys.areUnique(raw.relations().get(one), ofOne)) {
      most = Math.min(most, estimator.baseRows(raw.relations().get(one), ofOne));
    } else if (UniqueKeys.areUnique(raw.relations().get(other), ofOther)) {
      most = Math.min(most, estimator.baseRows(raw.relations().get(other), ofOther));
    }
    return product / Math.max(1, most);
  }
}
