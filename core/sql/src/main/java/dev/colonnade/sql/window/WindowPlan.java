package dev.colonnade.sql.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a window operator.
 *
 * @param width column count of the input; the results follow its columns, in the order of the calls
 */
public record WindowPlan(int width, List<Group> groups) {
  public WindowPlan {
    groups = List.copyOf(groups);
  }

  /** Function calls over one window. */
  public record Group(List<Integer> keys, List<SortKey> order, Frame frame, List<Call> calls) {
    public Group {
      keys = List.copyOf(keys);
      order = List.copyOf(order);
      calls = List.copyOf(calls);
    }
  }

  /** Sort key column. */
  public record SortKey(int column, TypeKind kind, boolean isDescending, boolean isNullsFirst) {}

  /** Window frame: the rows of its partition that a row aggregates. */
  public record Frame(boolean isRows, Bound start, Bound end, Exclusion exclusion) {}

  /**
   * Bound of a frame.
   *
   * @param column input column of its offset from the current row; negative if the bound is
   *     unbounded, or the current row
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
   * @param name the Calcite name of the function
   * @param isOwn whether it is an aggregate of this project
   * @param arguments columns of the input
   * @param result kind of the result values
   */
  public record Call(String name, boolean isOwn, List<Integer> arguments, TypeKind result) {
    public Call {
      requireNonNull(name, "name is null");
      arguments = List.copyOf(arguments);
    }

    @Nullable Object argument(int index, @Nullable Object[] row) {
      return index < arguments.size() ? row[arguments.get(index)] : null;
    }
  }
}
