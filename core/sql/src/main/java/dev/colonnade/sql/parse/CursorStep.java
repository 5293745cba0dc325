package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

/**
 * Direction and distance of FETCH and MOVE.
 *
 * @param count of rows, or the number of one row, as {@code way} defines
 */
public record CursorStep(Way way, long count) {
  /** Count of all remaining rows. */
  public static final long ALL = Long.MAX_VALUE;

  /** The next row. */
  public static final CursorStep NEXT = ahead(1);

  /** Meaning of the count. */
  public enum Way {
    /** So many rows, one after the other; backward if it is negative. */
    AHEAD,
    /** The row of this number; counted from the end if it is negative. */
    TO,
    /** The row that is so many away. */
    BY
  }

  public CursorStep {
    requireNonNull(way, "way is null");
  }

  public static CursorStep ahead(long count) {
    return new CursorStep(Way.AHEAD, count);
  }

  public static CursorStep to(long number) {
    return new CursorStep(Way.TO, number);
  }

  public static CursorStep by(long distance) {
    return new CursorStep(Way.BY, distance);
  }
}
