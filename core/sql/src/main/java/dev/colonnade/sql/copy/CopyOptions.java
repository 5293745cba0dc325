package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * Options of a COPY statement.
 *
 * @param isFrom whether rows are copied in, and not out
 * @param delimiter between two values
 * @param nullText the text that represents NULL
 * @param header whether there is a header line
 * @param quoting the CSV quoting options
 */
public record CopyOptions(
    boolean isFrom,
    CopyFormat format,
    char delimiter,
    String nullText,
    Header header,
    Quoting quoting) {
  public CopyOptions {
    requireNonNull(format, "format is null");
    requireNonNull(nullText, "nullText is null");
    requireNonNull(header, "header is null");
    requireNonNull(quoting, "quoting is null");
  }

  /** Handling of a header line with the names of the columns. */
  public enum Header {
    /** No header line. */
    NONE,
    /** Header line whose names are ignored. */
    SKIP,
    /** Header line whose names must match the columns. */
    MATCH
  }

  /**
   * CSV quoting options. The sets contain column names; {@link #EVERY} alone means all columns.
   *
   * @param escape precedes a quote within quotes
   * @param forced columns that COPY TO always quotes
   * @param notNull columns whose values COPY FROM never reads as NULL
   * @param forcedNull columns whose quoted null text COPY FROM reads as NULL
   */
  public record Quoting(
      char quote, char escape, Set<String> forced, Set<String> notNull, Set<String> forcedNull) {
    /** Wildcard for all columns. */
    public static final String EVERY = "*";

    public Quoting {
      forced = Set.copyOf(forced);
      notNull = Set.copyOf(notNull);
      forcedNull = Set.copyOf(forcedNull);
    }

    /** Returns whether a set of columns contains this one. */
    public static boolean isIn(Set<String> columns, String name) {
      return columns.contains(EVERY) || columns.contains(name);
    }
  }
}
