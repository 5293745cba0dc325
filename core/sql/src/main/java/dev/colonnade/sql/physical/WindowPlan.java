package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;

/**
 * Window functions over one window. The columns are those of the input, then the calls. Constants
 * such as the offset of a frame are columns of the input.
 *
 * @param partitionKeys columns of the input
 * @param orderKeys of the rows of a partition
 */
public record WindowPlan(
    PhysicalPlan input,
    List<Integer> partitionKeys,
    List<SortKey> orderKeys,
    Frame frame,
    List<Call> calls,
    List<PlanColumn> columns,
    PlanEstimate estimate)
    implements PhysicalPlan {
  public WindowPlan {
    requireNonNull(input, "input is null");
    partitionKeys = List.copyOf(partitionKeys);
    orderKeys = List.copyOf(orderKeys);
    requireNonNull(frame, "frame is null");
    calls = List.copyOf(calls);
    columns = List.copyOf(columns);
  }

  @Override
  public List<PhysicalPlan> inputs() {
    return List.of(input);
  }

  /**
   * Rows of the partition that a row aggregates.
   *
   * @param isRows whether bounds count rows; if not, they are by RANGE, or by the mode in the value
   *     of the bound's column
   */
  public record Frame(boolean isRows, Bound start, Bound end, Exclusion exclusion) {}

  /**
   * Bound of a frame.
   *
   * @param column input column of its offset; negative if the bound is unbounded or the current row
   * @param direction negative for PRECEDING, positive for FOLLOWING, zero for CURRENT ROW
   */
  public record Bound(int column, int direction) {
    public boolean isUnbounded() {
      return column < 0 && direction != 0;
    }

    public boolean isCurrent() {
      return direction == 0;
    }
  }

  /** Rows that a frame excludes. */
  public enum Exclusion {
    NOTHING,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * Function call.
   *
   * @param function name in lower case: {@code row_number}, {@code lag}, or an aggregate
   * @param arguments columns of the input, the first of which is NULL in rows that a filter
   *     excludes
   * @param filter BOOLEAN column of the input that is TRUE in the rows that an aggregate of NULLs,
   *     such as {@code array_agg}, adds; {@link #NO_FILTER} for all rows
   */
  public record Call(String function, List<Integer> arguments, int filter, VectorType result) {
    /** Absence of a filter. */
    public static final int NO_FILTER = -1;

    public Call(String function, List<Integer> arguments, VectorType result) {
      this(function, arguments, NO_FILTER, result);
    }

    public Call {
      requireNonNull(function, "function is null");
      arguments = List.copyOf(arguments);
      requireNonNull(result, "result is null");
    }
  }
}
