package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Offset of a window frame bound from the current row.
 *
 * @param value a number of rows or peer groups, or the distance between sort keys; null if the
 *     offset is NULL
 */
public record FrameOffset(Mode mode, @Nullable Object value) {
  /** Unit of a frame offset. */
  public enum Mode {
    ROWS,
    GROUPS,
    RANGE
  }

  public FrameOffset {
    requireNonNull(mode, "mode is null");
  }
}
