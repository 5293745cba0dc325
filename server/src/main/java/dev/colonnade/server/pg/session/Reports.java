package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.server.pg.wire.Report;
import dev.colonnade.sql.result.SqlNotice;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Conversion of failures and notices to reports for clients. */
public final class Reports {
  private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

  private Reports() {}

  /** Returns the report of a failure. Unexpected exceptions are logged as internal errors. */
  public static Report of(Throwable failure) {
    return of(isFinal(failure) ? Report.FATAL : Report.ERROR, failure);
  }

  /** Returns the report of a failure that ends the session. */
  public static Report fatal(Throwable failure) {
    return of(Report.FATAL, failure);
  }

  private static Report of(String severity, Throwable failure) {
    return switch (failure) {
      case ColonnadeException known -> {
        if (known.code() == ErrorCode.INTERNAL) {
          LOG.error("statement failed with an internal error", known);
        }
        yield of(severity, known, known.fields().origin().context());
      }
      case CopyFailure copy -> of(severity, copy.failure(), copy.where());
      case StackOverflowError _ ->
          Report.of(
              severity, ErrorCode.STATEMENT_TOO_COMPLEX.sqlState(), "stack depth limit exceeded");
      case OutOfMemoryError e -> {
        LOG.error("out of memory in a session", e);
        yield Report.of(severity, ErrorCode.MEMORY_LIMIT.sqlState(), "out of memory");
      }
      default -> {
        LOG.error("statement failed with an internal error", failure);
        yield Report.of(severity, ErrorCode.INTERNAL.sqlState(), "internal error: " + failure);
      }
    };
  }

  private static Report of(String severity, ColonnadeException failure, @Nullable String where) {
    ErrorFields fields = failure.fields();
    String message = message(failure);
    return new Report(
        severity, failure.sqlState(), message, fields.position(), details(fields, where));
  }

  private static Report.Details details(ErrorFields fields, @Nullable String where) {
    ErrorOrigin origin = fields.origin();
    return new Report.Details(
        fields.detail(),
        fields.hint(),
        where,
        new Report.InternalQuery(origin.query(), origin.queryPosition()),
        new Report.DatabaseObject(
            fields.table() == null ? null : "public",
            fields.table(),
            fields.column(),
            null,
            fields.constraint()));
  }

  /**
   * Returns the message; for a canceled statement PostgreSQL's message, which clients recognize.
   */
  private static String message(ColonnadeException failure) {
    String message = String.valueOf(failure.getMessage());
    return switch (message) {
      case "scan was canceled" -> "canceling statement due to user request";
      case "deadline of the scan has passed" -> "canceling statement due to statement timeout";
      default -> message;
    };
  }

  static Report of(SqlNotice notice) {
    ErrorFields fields = notice.fields();
    return new Report(
        notice.severity().name(),
        notice.sqlState(),
        notice.message(),
        0,
        details(fields, fields.origin().context()));
  }

  /** Returns whether a failure ends the session. */
  static boolean isFinal(Throwable failure) {
    return failure instanceof ColonnadeException known
        && (known.code() == ErrorCode.SHUTTING_DOWN
            || known.code() == ErrorCode.IDLE_SESSION
            || known.code() == ErrorCode.IDLE_IN_TRANSACTION);
  }
}
