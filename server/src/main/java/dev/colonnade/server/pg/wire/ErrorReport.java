package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Fields of an ErrorResponse or a NoticeResponse.
 *
 * @param severity ERROR, FATAL, PANIC, WARNING, NOTICE, DEBUG, INFO or LOG
 * @param position position of a character in the statement text, from 1; 0 for none
 */
public record ErrorReport(
    String severity, String sqlState, String message, int position, Details details) {
  public static final String ERROR = "ERROR";
  public static final String FATAL = "FATAL";

  public ErrorReport {
    requireNonNull(severity, "severity is null");
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
    requireNonNull(details, "details is null");
  }

  /** Returns a report without position and details. */
  public static ErrorReport of(String severity, String sqlState, String message) {
    return new ErrorReport(severity, sqlState, message, 0, Details.NONE);
  }

  /**
   * Optional fields.
   *
   * @param routine routine of PostgreSQL that reports the error, where drivers depend on it
   */
  public record Details(
      @Nullable String detail,
      @Nullable String hint,
      @Nullable String where,
      InternalQuery internal,
      DatabaseObject object,
      @Nullable String routine) {
    public static final Details NONE =
        new Details(
            null,
            null,
            null,
            InternalQuery.NONE,
            new DatabaseObject(null, null, null, null, null),
            null);

    public Details {
      requireNonNull(internal, "internal is null");
      requireNonNull(object, "object is null");
    }
  }

  /**
   * Internally generated query in which an error occurred, for example a query of a PL/pgSQL block.
   *
   * @param position position of a character, from 1; 0 for none
   */
  public record InternalQuery(@Nullable String text, int position) {
    public static final InternalQuery NONE = new InternalQuery(null, 0);
  }

  /** Database objects that an error refers to. */
  public record DatabaseObject(
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column,
      @Nullable String dataType,
      @Nullable String constraint) {}
}
