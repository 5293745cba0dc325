package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Offset of a window frame bound from the current row.
 *
 * @param value a number of rows or peer groups, or the distance between sort keys; null if the
 *     offset is NULL
 * @param zone in which months and days are added to points in time
 */
public record FrameOffset(Mode mode, @Nullable Object value, ZoneId zone) {
  /** Unit of a frame offset. */
  public enum Mode {
    ROWS,
    GROUPS,
    RANGE
  }

  public FrameOffset {
    requireNonNull(mode, "mode is null");
    requireNonNull(zone, "zone is null");
  }

  /** Creates an offset that depends on no time zone. */
  public FrameOffset(Mode mode, @Nullable Object value) {
    this(mode, value, ZoneOffset.UTC);
  }
}
