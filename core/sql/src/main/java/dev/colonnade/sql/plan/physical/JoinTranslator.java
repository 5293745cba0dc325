package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.PushedScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Translator of joins: chooses the algorithm and the build side. */
final class JoinTranslator {
  private final PhysicalPlanner planner;

  JoinTranslator(PhysicalPlanner planner) {
    this.planner = planner;
  }

  PhysicalPlan join(Join join) {
    PhysicalPlan left = planner.plan(join.getLeft());
    PhysicalPlan right = planner.plan(join.getRight());
    JoinPlan.Kind kind = kind(join.getJoinType());
    List<Integer> leftKeys = new ArrayList<>();
    List<Integer> rightKeys = new ArrayList<>();
    List<Boolean> filterNulls = new ArrayList<>();
    RexNode rest =
        RelOptUtil.splitJoinCondition(
            join.getLeft(), join.getRight(), join.getCondition(), leftKeys, rightKeys, filterNulls);
    List<PlanColumn> pairs = new ArrayList<>(left.columns());
    pairs.addAll(right.columns());
    Expression condition = rest.isAlwaysTrue() ? null : planner.expression(rest, pairs);
    List<PlanColumn> columns = kind.isLeftOnly() ? left.columns() : pairs;
    double rows = PhysicalPlanner.rows(join);
    if (leftKeys.isEmpty()) {
      return new JoinPlan.NestedLoopJoin(
          kind,
          left,
          right,
          condition,
          columns,
          Costs.nestedLoop(left.estimate(), right.estimate(), rows));
    }
    List<JoinPlan.Key> keys = new ArrayList<>();
    for (int i = 0; i < leftKeys.size(); i++) {
      keys.add(new JoinPlan.Key(leftKeys.get(i), rightKeys.get(i), !filterNulls.get(i)));
    }
    boolean buildsLeft = left.estimate().rows() < right.estimate().rows();
    PlanEstimate build = buildsLeft ? left.estimate() : right.estimate();
    PlanEstimate probe = buildsLeft ? right.estimate() : left.estimate();
    return new JoinPlan.HashJoin(
        kind,
        left,
        right,
        buildsLeft,
        keys,
        condition,
        columns,
        Costs.hashJoin(probe, build, rows));
  }

  private static JoinPlan.Kind kind(JoinRelType type) {
    return switch (type) {
      case INNER -> JoinPlan.Kind.INNER;
      case LEFT -> JoinPlan.Kind.LEFT;
      case RIGHT -> JoinPlan.Kind.RIGHT;
      case FULL -> JoinPlan.Kind.FULL;
      case SEMI -> JoinPlan.Kind.SEMI;
      case ANTI -> JoinPlan.Kind.ANTI;
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "join has no physical plan: type=" + type);
    };
  }

  PhysicalPlan lookup(LookupJoin join) {
    PhysicalPlan left = planner.plan(join.getInput());
    LookupJoin.Terms terms = join.terms();
    JoinPlan.Kind kind = kind(terms.joinType());
    ScanPlan.TableScan scan = scan(terms);
    List<PlanColumn> columns = new ArrayList<>(left.columns());
    if (!kind.isLeftOnly()) {
      columns.addAll(scan.columns());
    }
    double rows = Math.max(1, terms.rowCount());
    return new JoinPlan.LookupJoin(
        kind,
        left,
        scan,
        terms.lookup().inputKeys(),
        terms.lookup().columns(),
        null,
        columns,
        new PlanEstimate(
            rows,
            left.estimate().startupCost(),
            left.estimate().totalCost() + left.estimate().rows() * 10 * Costs.ROW));
  }

  private ScanPlan.TableScan scan(LookupJoin.Terms terms) {
    return planner.scans().table(((PushedScan) terms.table()).by(terms.lookup().scan()));
  }

  PhysicalPlan dependent(Correlate correlate) {
    PhysicalPlan left = planner.plan(correlate.getLeft());
    planner.scopes().add(correlate.getCorrelationId(), left.columns());
    PhysicalPlan functions = planner.sets().unnestOver(left, correlate);
    if (functions != null) {
      return functions;
    }
    PhysicalPlan right = planner.plan(correlate.getRight());
    JoinPlan.Kind kind = kind(correlate.getJoinType());
    List<PlanColumn> columns = new ArrayList<>(left.columns());
    if (!kind.isLeftOnly()) {
      columns.addAll(right.columns());
    }
    @Nullable Expression noCondition = null;
    return new JoinPlan.DependentJoin(
        kind,
        left,
        right,
        correlate.getCorrelationId().getId(),
        noCondition,
        columns,
        new PlanEstimate(
            PhysicalPlanner.rows(correlate),
            left.estimate().startupCost(),
            left.estimate().totalCost() + left.estimate().rows() * right.estimate().totalCost()));
  }
}
