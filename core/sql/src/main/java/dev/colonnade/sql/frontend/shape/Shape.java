package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.activity.StatementShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statement without the values of its literals.
 *
 * @param command name in the command tag
 * @param parameterCount largest number of a parameter of the client
 * @param slots literals that are parameters of the plan, in the order of the text
 * @param ranges slots that are bounds of one range; plans are shared by ranges of like width
 * @param measured for statistics; null if the shape is not shared
 */
record Shape(
    String command,
    int parameterCount,
    List<Slot> slots,
    List<Range> ranges,
    @Nullable StatementShape measured) {
  /** Statement whose literals are all part of its plan. */
  static final Shape UNSHARED = new Shape("", 0, List.of(), List.of(), null);

  Shape {
    requireNonNull(command, "command is null");
    slots = List.copyOf(slots);
    ranges = List.copyOf(ranges);
  }

  /**
   * Literal that is a parameter.
   *
   * @param literal its number among the literals of the text, from 0
   * @param isNegative whether the minus sign before it is part of it
   */
  record Slot(int literal, boolean isNegative) {}

  /**
   * Bounds of a range.
   *
   * @param low index of the slot of the lower bound
   * @param high index of the slot of the upper bound
   */
  record Range(int low, int high) {}

  /** Returns whether texts of the shape share plans. */
  boolean isShared() {
    return !slots.isEmpty();
  }
}
