package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Join of two inputs. The columns of pairs are those of the left input, then those of the right
 * one; semi and anti joins return the columns of the left input only.
 */
public sealed interface JoinPlan extends PhysicalPlan {
  Kind kind();

  /** Rows that a join returns. */
  enum Kind {
    /** All pairs. */
    INNER,
    /** All pairs, and rows of the left input without a match, padded with NULLs. */
    LEFT,
    /** All pairs, and rows of the right input without a match, padded with NULLs. */
    RIGHT,
    /** All pairs, and rows of both inputs without a match, padded with NULLs. */
    FULL,
    /** Rows of the left input with a match. */
    SEMI,
    /** Rows of the left input without a match. */
    ANTI,
    /**
     * Rows of the left input for which NOT IN is true: they have no match, and no pair whose
     * comparison is unknown because of a NULL in a key.
     */
    NULL_AWARE_ANTI;

    /** Returns whether only columns of the left input are returned. */
    public boolean isLeftOnly() {
      return this == SEMI || this == ANTI || this == NULL_AWARE_ANTI;
    }
  }

  /**
   * Equality of a column of each side.
   *
   * @param nullsEqual whether NULL equals NULL, as in IS NOT DISTINCT FROM
   */
  record Key(int left, int right, boolean nullsEqual) {}

  /**
   * Hash join.
   *
   * @param buildsLeft whether the hash table is built over the left input
   * @param keys at least one
   * @param condition over pairs beside the keys; null if there is none
   */
  record HashJoin(
      Kind kind,
      PhysicalPlan left,
      PhysicalPlan right,
      boolean buildsLeft,
      List<Key> keys,
      @Nullable Expression condition,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements JoinPlan {
    public HashJoin(
        Kind kind,
        PhysicalPlan left,
        PhysicalPlan right,
        boolean buildsLeft,
        List<Key> keys,
        @Nullable Expression condition,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this.kind = requireNonNull(kind, "kind is null");
      this.left = requireNonNull(left, "left is null");
      this.right = requireNonNull(right, "right is null");
      this.buildsLeft = buildsLeft;
      this.keys = List.copyOf(keys);
      this.condition = condition;
      this.columns = List.copyOf(columns);
      this.estimate = estimate;
      if (this.keys.isEmpty()) {
        throw new IllegalArgumentException("hash join has no keys");
      }
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Nested-loop join: compares every row of the left input with every row of the right one, which
   * is buffered.
   *
   * @param condition over pairs; null if all pairs match
   */
  record NestedLoopJoin(
      Kind kind,
      PhysicalPlan left,
      PhysicalPlan right,
      @Nullable Expression condition,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements JoinPlan {
    public NestedLoopJoin(
        Kind kind,
        PhysicalPlan left,
        PhysicalPlan right,
        @Nullable Expression condition,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this.kind = requireNonNull(kind, "kind is null");
      this.left = requireNonNull(left, "left is null");
      this.right = requireNonNull(right, "right is null");
      this.condition = condition;
      this.columns = List.copyOf(columns);
      this.estimate = estimate;
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Merge join of inputs that are sorted ascending by the keys, NULLs last.
   *
   * @param condition over pairs beside the keys; null if there is none
   */
  record MergeJoin(
      Kind kind,
      PhysicalPlan left,
      PhysicalPlan right,
      List<Key> keys,
      @Nullable Expression condition,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements JoinPlan {
    public MergeJoin(
        Kind kind,
        PhysicalPlan left,
        PhysicalPlan right,
        List<Key> keys,
        @Nullable Expression condition,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this.kind = requireNonNull(kind, "kind is null");
      this.left = requireNonNull(left, "left is null");
      this.right = requireNonNull(right, "right is null");
      this.keys = List.copyOf(keys);
      this.condition = condition;
      this.columns = List.copyOf(columns);
      this.estimate = estimate;
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(left, right);
    }
  }

  /**
   * Lookup join (index nested loop): finds the rows of a table by a key of it, for many rows of the
   * left input at a time.
   *
   * @param scan of the table; its access names the key that is searched
   * @param leftKeys columns of the left input
   * @param tableKeys positions in the table's schema that equal them
   * @param condition over pairs beside the keys; null if there is none
   */
  record LookupJoin(
      Kind kind,
      PhysicalPlan left,
      ScanPlan.TableScan scan,
      List<Integer> leftKeys,
      List<Integer> tableKeys,
      @Nullable Expression condition,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements JoinPlan {
    public LookupJoin(
        Kind kind,
        PhysicalPlan left,
        ScanPlan.TableScan scan,
        List<Integer> leftKeys,
        List<Integer> tableKeys,
        @Nullable Expression condition,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this.kind = requireNonNull(kind, "kind is null");
      this.left = requireNonNull(left, "left is null");
      this.scan = requireNonNull(scan, "scan is null");
      this.leftKeys = List.copyOf(leftKeys);
      this.tableKeys = List.copyOf(tableKeys);
      this.condition = condition;
      this.columns = List.copyOf(columns);
      this.estimate = estimate;
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(left, scan);
    }
  }

  /**
   * Dependent join: runs the right input once for each row of the left one, whose columns it reads
   * as outer references.
   *
   * @param id by which the right input refers to the row
   * @param kind INNER, LEFT, SEMI or ANTI
   * @param condition over pairs; null if all pairs match
   */
  record DependentJoin(
      Kind kind,
      PhysicalPlan left,
      PhysicalPlan right,
      int id,
      @Nullable Expression condition,
      List<PlanColumn> columns,
      PlanEstimate estimate)
      implements JoinPlan {
    public DependentJoin(
        Kind kind,
        PhysicalPlan left,
        PhysicalPlan right,
        int id,
        @Nullable Expression condition,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this.kind = requireNonNull(kind, "kind is null");
      this.left = requireNonNull(left, "left is null");
      this.right = requireNonNull(right, "right is null");
      this.id = id;
      this.condition = condition;
      this.columns = List.copyOf(columns);
      this.estimate = estimate;
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(left, right);
    }
  }
}
