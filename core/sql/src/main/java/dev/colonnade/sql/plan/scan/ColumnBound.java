package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

/**
 * Bound that a condition sets on one column that a key can be searched by.
 *
 * @param values maximum number of its values, for {@link Kind#SEVERAL}; otherwise 1
 * @param selectivity estimated fraction of all rows within the bound
 */
public record ColumnBound(int columnId, Kind kind, int values, double selectivity) {
  /** The kinds of bounds. */
  enum Kind {
    /** It has one value. */
    EQUAL,
    /** It has one of some values. */
    SEVERAL,
    /** It is above some value. */
    ABOVE,
    /** It is below some value. */
    BELOW,
    /** It is between two values. */
    BETWEEN,
    /** It begins with some text. */
    PREFIX,
    /** It is NULL. */
    NULL
  }

  public ColumnBound {
    requireNonNull(kind, "kind is null");
  }

  /** A bound of which nothing more is known. */
  ColumnBound(int columnId, Kind kind, int values) {
    this(columnId, kind, values, guess(kind, values));
  }

  /** One value, which is not known yet, of so many. */
  public static ColumnBound oneOf(int columnId, double distinctCount) {
    return new ColumnBound(columnId, Kind.EQUAL, 1, 1 / Math.max(1, distinctCount));
  }

  /** The part of all rows that is guessed to be within, as PostgreSQL does without statistics. */
  private static double guess(Kind kind, int values) {
    return switch (kind) {
      case EQUAL, BETWEEN, PREFIX, NULL -> 0.005;
      case SEVERAL -> Math.min(0.5, 0.005 * values);
      case ABOVE, BELOW -> 1.0 / 3;
    };
  }

  /** Returns whether the search uses further columns of the key behind this one. */
  boolean isPoint() {
    return switch (kind) {
      case EQUAL, NULL, SEVERAL -> true;
      case ABOVE, BELOW, BETWEEN, PREFIX -> false;
    };
  }
}
