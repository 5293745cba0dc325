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

/** What clients are told of failures. */
public final class Reports {
  private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

  private Reports() {}

  /** The report of a failure. What nobody threw on purpose is a defect, and stands in the log. */
  public static Report of(Throwable failure) {
    return of(isFinal(failure) ? Report.FATAL : Report.ERROR, failure);
  }

  /** The report of a failure that ends the session. */
  public static Report fatal(Throwable failure) {
    return of(Report.FATAL, failure);
  }

  private static Report of(String severity, Throwable failure) {
    return switch (failure) {
      case ColonnadeException known -> {
        if (known.code() == ErrorCode.INTERNAL) {
          LOG.error("a statement failed by a defect", known);
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
        LOG.error("a statement failed by a defect", failure);
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
        new Report.InnerQuery(origin.query(), origin.queryPosition()),
        new Report.About(
            fields.table() == null ? null : "public",
            fields.table(),
            fields.column(),
            null,
            fields.constraint()));
  }

  /**
   * A statement that was canceled says so in the words that clients know, whatever part of it was.
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

  /** Whether the session ends with it. */
  static boolean isFinal(Throwable failure) {
    return failure instanceof ColonnadeException known
        && (known.code() == ErrorCode.SHUTTING_DOWN
            || known.code() == ErrorCode.IDLE_SESSION
            || known.code() == ErrorCode.IDLE_IN_TRANSACTION);
  }
}
