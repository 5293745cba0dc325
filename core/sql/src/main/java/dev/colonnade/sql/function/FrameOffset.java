package dev.colonnade.sql.function;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * How far an end of a window's frame is from the current row.
 *
 * @param value a number of rows or groups, or what is added to the value that is sorted by; null if
 *     the statement says NULL
 */
public record FrameOffset(Mode mode, @Nullable Object value) {
  /** What is counted from the current row to the end. */
  public enum Mode {
    ROWS,
    GROUPS,
    RANGE
  }

  public FrameOffset {
    requireNonNull(mode, "mode is null");
  }
}
