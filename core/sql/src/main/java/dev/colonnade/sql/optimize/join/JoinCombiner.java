package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.cost.AccessEstimator;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.cost.CostModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Valid joins of two sets of relations of a graph, with their row counts and costs. */
final class JoinCombiner {
  private final JoinGraph graph;
  private final PairEdges pairs;
  private final Lookups lookups;
  private final JoinPlan[] leaves;

  JoinCombiner(JoinGraph graph, CardinalityEstimator estimator) {
    this.graph = requireNonNull(graph, "graph is null");
    this.pairs = new PairEdges(graph);
    AccessEstimator access = new AccessEstimator(estimator);
    this.lookups = new Lookups(graph, access);
    List<LogicalPlan> relations = graph.relations();
    this.leaves = new JoinPlan[relations.size()];
    for (int i = 0; i < leaves.length; i++) {
      LogicalPlan plan = relations.get(i);
      double rows = estimator.rows(plan);
      AccessEstimator.ScanCost scan = access.scanCost(plan);
      leaves[i] = new JoinPlan(1L << i, null, null, -1, rows, scan.nanos(), i, scan.filterable());
    }
  }

  /** Returns the relations, one by one. */
  List<JoinPlan> leaves() {
    return List.of(leaves);
  }

  /** Validity of a join: its operator, and whether its inputs are exchanged. */
  private record Validity(int operator, boolean isSwapped) {
    static final Validity INNER = new Validity(-1, false);
  }

  /**
   * Returns the cheapest join of two plans; null if it would not return the rows of the original
   * joins, or is a cross join that is not needed.
   */
  @Nullable JoinPlan join(JoinPlan one, JoinPlan other) {
    long first = one.relations();
    long second = other.relations();
    Validity validity = validity(first, second);
    if (validity == null) {
      return null;
    }
    PairEdges.Found edges = pairs.between(first, second);
    if (!edges.isPermitted()) {
      return null;
    }
    boolean isConnected = edges.isConnected() || validity.operator() >= 0;
    boolean hasKey = edges.hasKey();
    double selectivity = edges.selectivity();
    for (JoinGraph.EqualityClass equality : pairs.otherClasses()) {
      if (equality.connects(first, second)) {
        if (!equality.rules().permit(first | second)) {
          return null;
        }
        isConnected = true;
        hasKey = true;
        selectivity /= Math.max(equality.distinctCount(first), equality.distinctCount(second));
      }
    }
    for (JoinGraph.Condition condition : pairs.otherConditions()) {
      if (condition.isNew(first, second)) {
        if (!condition.rules().permit(first | second)) {
          return null;
        }
        isConnected |= condition.connects(first, second);
        hasKey |= condition.isKey(first, second);
        selectivity *= condition.selectivity();
      }
    }
    if (!isConnected && !isCrossJoin(first, second)) {
      return null;
    }
    return validity.operator() < 0
        ? inner(one, other, selectivity, hasKey)
        : outer(
            validity.isSwapped() ? other : one,
            validity.isSwapped() ? one : other,
            validity.operator(),
            selectivity);
  }

  private @Nullable Validity validity(long first, long second) {
    Validity found = Validity.INNER;
    for (int i = 0; i < graph.operators().size(); i++) {
      JoinGraph.Operator operator = graph.operators().get(i);
      if (operator.isMissing(first | second)) {
        return null;
      }
      if (!operator.isNew(first, second)) {
        continue;
      }
      boolean isForward = operator.fits(first, second);
      if (!found.equals(Validity.INNER)
          || (!isForward && !operator.fits(second, first))
          || !operator.rules().permit(first | second)) {
        return null;
      }
      found = new Validity(i, !isForward);
    }
    return found;
  }

  private boolean isCrossJoin(long first, long second) {
    for (JoinGraph.CrossJoin cross : graph.crossJoins()) {
      if (cross.connects(first, second) && cross.rules().permit(first | second)) {
        return true;
      }
    }
    return false;
  }

  /** Returns a cost that no join of two plans is below. */
  static double costLeast(JoinPlan one, JoinPlan other) {
    JoinPlan large = one.rows() >= other.rows() ? one : other;
    double small = Math.min(one.rows(), other.rows());
    double filtered = CostModel.filteredHashJoin(large.rows(), small, 0, 0, large.filterable());
    double least =
        one.cost() + other.cost() + Math.min(filtered, CostModel.hashJoin(large.rows(), small, 0));
    if (other.relation() >= 0) {
      least = Math.min(least, one.cost() + one.rows() * CostModel.BATCHED_LOOKUP);
    }
    if (one.relation() >= 0) {
      least = Math.min(least, other.cost() + other.rows() * CostModel.BATCHED_LOOKUP);
    }
    return least;
  }

  /** The larger input comes first, or the one for whose rows those of the other are looked up. */
  private JoinPlan inner(JoinPlan one, JoinPlan other, double selectivity, boolean hasKey) {
    double rows = Math.max(1, one.rows() * other.rows() * selectivity);
    boolean isFirstLarger = one.rows() >= other.rows();
    JoinPlan large = isFirstLarger ? one : other;
    JoinPlan small = isFirstLarger ? other : one;
    double inputs = one.cost() + other.cost();
    double joined =
        hasKey
            ? hashJoin(large, small, rows, rows / large.rows())
            : CostModel.nestedLoop(large.rows(), small.rows(), rows);
    double left = hasKey ? Math.min(1, rows / large.rows()) : 1;
    JoinPlan plan = driven(large, small, -1, rows, inputs + joined, left);
    return lookedUp(lookedUp(plan, one, other), other, one);
  }

  /**
   * Returns a join that reads the rows of an input one after the other.
   *
   * @param remaining fraction of these rows that have a match
   */
  private static JoinPlan driven(
      JoinPlan driving, JoinPlan other, int operator, double rows, double cost, double remaining) {
    return new JoinPlan(
        driving.relations() | other.relations(),
        driving,
        other,
        operator,
        rows,
        cost,
        driving.driver(),
        driving.filterable() * remaining);
  }

  /**
   * Returns the cost of a hash join, without those of its inputs. If few rows of the probe side
   * have a match, a runtime filter rejects the others before their columns are read.
   *
   * @param matched fraction of the rows of the probe side that have a match
   */
  private double hashJoin(JoinPlan probe, JoinPlan build, double rows, double matched) {
    boolean isFiltered =
        matched < CostModel.RUNTIME_FILTER_MAX
            && probe.driver() >= 0
            && isKey(1L << probe.driver(), build.relations());
    return isFiltered
        ? CostModel.filteredHashJoin(probe.rows(), build.rows(), rows, matched, probe.filterable())
        : CostModel.hashJoin(probe.rows(), build.rows(), rows);
  }

  /** Returns whether variables of two sets of relations are equal. */
  private boolean isKey(long one, long other) {
    if (pairs.between(one, other).hasKey()) {
      return true;
    }
    for (JoinGraph.EqualityClass equality : pairs.otherClasses()) {
      if (equality.connects(one, other)) {
        return true;
      }
    }
    return false;
  }

  /** Returns a plan that looks the rows of {@code inner} up, or another one if that is cheaper. */
  private JoinPlan lookedUp(JoinPlan plan, JoinPlan outer, JoinPlan inner) {
    if (inner.relation() < 0
        || outer.cost() + outer.rows() * CostModel.BATCHED_LOOKUP >= plan.cost()) {
      return plan;
    }
    double looked = lookups.cost(inner.relation(), outer.relations(), outer.rows());
    double cost = outer.cost() + looked + plan.rows() * CostModel.OUTPUT_ROW;
    return cost < plan.cost() ? driven(outer, inner, -1, plan.rows(), cost, 1) : plan;
  }

  private JoinPlan outer(JoinPlan left, JoinPlan right, int number, double filtered) {
    JoinGraph.Operator operator = graph.operators().get(number);
    LogicalJoin.Kind kind = operator.node().kind();
    double pairs = left.rows() * right.rows() * operator.selectivity();
    double matched = operator.matchedFraction();
    double rows =
        switch (kind) {
          case INNER -> pairs;
          case LEFT -> Math.max(left.rows(), pairs);
          case FULL -> Math.max(Math.max(left.rows(), right.rows()), pairs);
          case SINGLE -> left.rows();
          case SEMI -> left.rows() * matched;
          case ANTI, NULL_AWARE_ANTI -> left.rows() * (1 - Math.min(0.999, matched));
        };
    rows = Math.max(1, rows * filtered);
    double joined =
        operator.rightKeys().isEmpty()
            ? CostModel.nestedLoop(left.rows(), right.rows(), rows)
            : hashJoin(left, right, operator, rows);
    double cost = left.cost() + right.cost() + joined;
    if (right.relation() >= 0 && kind != LogicalJoin.Kind.FULL) {
      double looked =
          lookups.cost(right.relation(), operator.rightKeys(), left.rows()) + left.cost();
      cost = Math.min(cost, looked + rows * CostModel.OUTPUT_ROW);
    }
    return driven(left, right, number, rows, cost, 1);
  }

  /** Returns the cost of a hash join with the smaller input as its build side. */
  private double hashJoin(JoinPlan left, JoinPlan right, JoinGraph.Operator operator, double rows) {
    boolean buildsLeft = left.rows() < right.rows();
    double pairs = left.rows() * right.rows() * operator.selectivity();
    return switch (operator.node().kind()) {
      case INNER, LEFT, ANTI ->
          buildsLeft
              ? hashJoin(right, left, rows, Math.min(1, pairs / right.rows()))
              : CostModel.hashJoin(left.rows(), right.rows(), rows);
      case SEMI ->
          buildsLeft
              ? hashJoin(right, left, rows, Math.min(1, pairs / right.rows()))
              : hashJoin(left, right, rows, operator.matchedFraction());
      case FULL, SINGLE, NULL_AWARE_ANTI -> CostModel.hashJoin(left.rows(), right.rows(), rows);
    };
  }
}
