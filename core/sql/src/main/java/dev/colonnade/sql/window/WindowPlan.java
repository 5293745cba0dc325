package dev.colonnade.sql.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a window operator does.
 *
 * @param width of its input; results stand behind its columns, in the order of the calls
 */
public record WindowPlan(int width, List<Group> groups) {
  public WindowPlan {
    groups = List.copyOf(groups);
  }

  /** Calls over one window. */
  record Group(List<Integer> keys, List<SortKey> order, Frame frame, List<Call> calls) {
    Group {
      keys = List.copyOf(keys);
      order = List.copyOf(order);
      calls = List.copyOf(calls);
    }
  }

  /** A column that rows are sorted by. */
  public record SortKey(int column, TypeKind kind, boolean isDescending, boolean isNullsFirst) {}

  /** Which rows of its partition a row sees. */
  record Frame(boolean isRows, Bound start, Bound end, Exclusion exclusion) {}

  /**
   * An end of a frame.
   *
   * @param column where its distance from the current row is; negative if it is unbounded, or the
   *     current row itself
   * @param direction below zero for PRECEDING, above for FOLLOWING, zero for CURRENT ROW
   */
  record Bound(int column, int direction) {
    boolean isUnbounded() {
      return column < 0 && direction != 0;
    }

    boolean isCurrent() {
      return direction == 0;
    }
  }

  /** Rows that are left out of a frame. */
  enum Exclusion {
    NOTHING,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /**
   * A function.
   *
   * @param name as Calcite knows it
   * @param isOwn whether it is an aggregate of ours
   * @param arguments columns of the input
   * @param result what values are turned into; its kind
   */
  record Call(String name, boolean isOwn, List<Integer> arguments, TypeKind result) {
    Call {
      requireNonNull(name, "name is null");
      arguments = List.copyOf(arguments);
    }

    @Nullable Object argument(int index, @Nullable Object[] row) {
      return index < arguments.size() ? row[arguments.get(index)] : null;
    }
  }
}
