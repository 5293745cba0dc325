package dev.colonnade.sql.run.context;

import dev.colonnade.sql.execute.aggregate.accumulator.Accumulators;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.vector.VectorType;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a plan that several workers may run: pipelines from a table scan over filters,
 * projections and probes of hash joins. This is the only place that decides it. A pipeline ends
 * below an operator that reads all rows and whose values do not depend on their order; hash
 * aggregates whose groups can be merged belong to the pipeline, and return their groups in any
 * order.
 *
 * <p>Sums of DOUBLE PRECISION and REAL, ARRAY_AGG and the like have no workers: their values depend
 * on the order of the rows. Immutable.
 */
public final class ParallelPlan {
  /** Estimated bytes of a value. */
  private static final int VALUE_BYTES = Long.BYTES;

  /** Estimated bytes that the scan of a pipeline returns, by the topmost plan of the pipeline. */
  private final IdentityHashMap<PhysicalPlan, Double> scannedBytes = new IdentityHashMap<>();

  private ParallelPlan() {}

  /** Returns the pipelines of a plan. */
  public static ParallelPlan of(PhysicalPlan plan) {
    ParallelPlan parallel = new ParallelPlan();
    parallel.visit(plan, false);
    return parallel;
  }

  /** Returns the number of workers for a plan, the statement's thread included. */
  public int workers(PhysicalPlan plan, StatementContext.Limits limits) {
    Double bytes = scannedBytes.isEmpty() ? null : scannedBytes.get(plan);
    return bytes == null || limits.workers() == 0 || bytes < limits.parallelBytesMin()
        ? 1
        : limits.workers() + 1;
  }

  /** Marks pipelines; {@code anyOrder} states whether the rows may be in any order. */
  private void visit(PhysicalPlan plan, boolean anyOrder) {
    ScanPlan.TableScan scan = anyOrder ? scanOf(plan) : null;
    if (scan != null) {
      mark(plan, scan);
      visitBuilds(plan);
      return;
    }
    switch (plan) {
      case AggregatePlan.HashAggregate aggregate -> visitAggregate(aggregate);
      case RowPlan.Sort sort -> visit(sort.input(), sort.presortedKeys() == 0);
      case RowPlan.Limit limit -> visit(limit.input(), false);
      case RowPlan row -> visit(row.input(), anyOrder);
      case JoinPlan.HashJoin join -> {
        visit(buildOf(join), anyOrder);
        visit(probeOf(join), anyOrder);
      }
      case JoinPlan.NestedLoopJoin join -> {
        visit(join.left(), anyOrder);
        visit(join.right(), anyOrder);
      }
      case JoinPlan.LookupJoin join -> visit(join.left(), anyOrder);
      case SetPlan.Append append -> append.inputs().forEach(input -> visit(input, anyOrder));
      case SetPlan.SetOperation set ->
          set.inputs()
              .forEach(
                  input ->
                      visit(input, set.types().stream().noneMatch(ParallelPlan::mayDifferIfEqual)));
      case ScanPlan.CteScan cte -> visit(cte.plan(), true);
      default -> plan.inputs().forEach(input -> visit(input, false));
    }
  }

  private void visitAggregate(AggregatePlan.HashAggregate aggregate) {
    boolean anyOrder = isMergeable(aggregate);
    ScanPlan.TableScan scan = anyOrder ? scanOf(aggregate.input()) : null;
    if (scan == null) {
      visit(aggregate.input(), anyOrder);
    } else {
      mark(aggregate, scan);
      visitBuilds(aggregate.input());
    }
  }

  /** Returns whether the groups and their keys are the same for any order of the rows. */
  private static boolean isMergeable(AggregatePlan.HashAggregate aggregate) {
    List<VectorType> types = aggregate.input().types();
    return aggregate.keys().stream().map(types::get).noneMatch(ParallelPlan::mayDifferIfEqual)
        && aggregate.calls().stream().allMatch(call -> Accumulators.isMergeable(call, types));
  }

  /** Returns whether equal values may have different texts. */
  private static boolean mayDifferIfEqual(VectorType type) {
    return type.form() == VectorType.Form.DOUBLE
        || (type.form() == VectorType.Form.OBJECT && type.kind().mayDifferIfEqual());
  }

  private void mark(PhysicalPlan plan, ScanPlan.TableScan scan) {
    scannedBytes.put(
        plan, scan.estimate().rows() * Math.max(1, scan.columns().size()) * VALUE_BYTES);
  }

  private void visitBuilds(PhysicalPlan plan) {
    switch (plan) {
      case RowPlan row -> visitBuilds(row.input());
      case JoinPlan.HashJoin join -> {
        visit(buildOf(join), true);
        visitBuilds(probeOf(join));
      }
      default -> {}
    }
  }

  /** Returns the build side of a hash join. */
  public static PhysicalPlan buildOf(JoinPlan.HashJoin join) {
    return join.buildsLeft() ? join.left() : join.right();
  }

  /** Returns the probe side of a hash join. */
  public static PhysicalPlan probeOf(JoinPlan.HashJoin join) {
    return join.buildsLeft() ? join.right() : join.left();
  }

  /** Returns the scan at the bottom of a pipeline; null if the plan is none. */
  private static ScanPlan.@Nullable TableScan scanOf(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> isDivisible(scan) ? scan : null;
      case RowPlan.Filter filter -> isSafe(filter.predicate()) ? scanOf(filter.input()) : null;
      case RowPlan.Project project ->
          areSafe(project.expressions()) ? scanOf(project.input()) : null;
      case JoinPlan.HashJoin join -> isDivisible(join) ? scanOf(probeOf(join)) : null;
      default -> null;
    };
  }

  private static boolean isDivisible(ScanPlan.TableScan scan) {
    return scan.point() == null
        && scan.rowLimit() == 0
        && !scan.access().lookup()
        && scan.access().order() == TableAccess.Order.ANY;
  }

  /** Returns whether several threads may probe the table of a join: NOT IN adds to it meanwhile. */
  private static boolean isDivisible(JoinPlan.HashJoin join) {
    return join.kind() != JoinPlan.Kind.NULL_AWARE_ANTI
        && (join.condition() == null || isSafe(join.condition()));
  }

  private static boolean areSafe(List<Expression> expressions) {
    return expressions.stream().allMatch(ParallelPlan::isSafe);
  }

  /** Returns whether any thread can evaluate an expression. */
  private static boolean isSafe(Expression expression) {
    return expression.isImmutable()
        && !expression.isVolatile()
        && expression.subquery() == null
        && !(expression instanceof OuterReference)
        && areSafe(expression.operands());
  }
}
