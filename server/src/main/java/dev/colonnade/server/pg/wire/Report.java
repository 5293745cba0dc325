package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What an ErrorResponse or a NoticeResponse says.
 *
 * @param severity ERROR, FATAL, PANIC, WARNING, NOTICE, DEBUG, INFO or LOG
 * @param position of a character in the text of the statement, counted from 1; 0 for none
 */
public record Report(
    String severity, String sqlState, String message, int position, Details details) {
  public static final String ERROR = "ERROR";
  public static final String FATAL = "FATAL";

  public Report {
    requireNonNull(severity, "severity is null");
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
    requireNonNull(details, "details is null");
  }

  /** Without a place and details. */
  public static Report of(String severity, String sqlState, String message) {
    return new Report(severity, sqlState, message, 0, Details.NONE);
  }

  /** What is said only where it is known. */
  public record Details(
      @Nullable String detail,
      @Nullable String hint,
      @Nullable String where,
      InnerQuery inner,
      About about) {
    public static final Details NONE =
        new Details(null, null, null, InnerQuery.NONE, new About(null, null, null, null, null));

    public Details {
      requireNonNull(inner, "inner is null");
      requireNonNull(about, "about is null");
    }
  }

  /**
   * The text that a statement ran itself, in which an error has its place.
   *
   * @param position of a character, counted from 1; 0 for none
   */
  public record InnerQuery(@Nullable String text, int position) {
    public static final InnerQuery NONE = new InnerQuery(null, 0);
  }

  /** The things that an error is about. */
  public record About(
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column,
      @Nullable String dataType,
      @Nullable String constraint) {}
}
