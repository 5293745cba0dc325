package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorOrigin;
import dev.colonnade.server.pg.wire.ErrorReport;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.result.SqlNotice;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Conversion of failures and notices to reports for clients. */
public final class ErrorReports {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorReports.class);

  private ErrorReports() {}

  /** Returns the report of a failure. Unexpected exceptions are logged as internal errors. */
  public static ErrorReport of(Throwable failure) {
    return of(isFinal(failure) ? ErrorReport.FATAL : ErrorReport.ERROR, failure);
  }

  /** Returns the report of a failure that ends the session. */
  public static ErrorReport fatal(Throwable failure) {
    return of(ErrorReport.FATAL, failure);
  }

  private static ErrorReport of(String severity, Throwable failure) {
    return switch (failure) {
      case ColonnadeException known -> {
        if (known.code() == ErrorCode.INTERNAL) {
          LOG.error("statement failed with an internal error", known);
        }
        ColonnadeException shown = StatementErrors.ended(known);
        yield of(severity, shown, known.fields().origin().context());
      }
      case CopyException copy -> of(severity, copy.failure(), copy.where());
      case StackOverflowError _ ->
          ErrorReport.of(
              severity, ErrorCode.STATEMENT_TOO_COMPLEX.sqlState(), "stack depth limit exceeded");
      case OutOfMemoryError e -> {
        LOG.error("out of memory in a session", e);
        yield ErrorReport.of(severity, ErrorCode.MEMORY_LIMIT.sqlState(), "out of memory");
      }
      default -> {
        LOG.error("statement failed with an internal error", failure);
        yield ErrorReport.of(severity, ErrorCode.INTERNAL.sqlState(), "internal error: " + failure);
      }
    };
  }

  private static ErrorReport of(
      String severity, ColonnadeException failure, @Nullable String where) {
    ErrorFields fields = failure.fields();
    return new ErrorReport(
        severity,
        failure.sqlState(),
        String.valueOf(failure.getMessage()),
        fields.position(),
        details(fields, where, routineOf(failure.code())));
  }

  /** Returns the routine by which drivers recognize that they have to prepare a statement again. */
  private static @Nullable String routineOf(ErrorCode code) {
    return code == ErrorCode.RESULT_TYPE_CHANGED ? "RevalidateCachedQuery" : null;
  }

  private static ErrorReport.Details details(
      ErrorFields fields, @Nullable String where, @Nullable String routine) {
    ErrorOrigin origin = fields.origin();
    return new ErrorReport.Details(
        fields.detail(),
        fields.hint(),
        where,
        new ErrorReport.InternalQuery(origin.query(), origin.queryPosition()),
        new ErrorReport.DatabaseObject(
            fields.object().schema(),
            fields.table(),
            fields.column(),
            fields.object().dataType(),
            fields.constraint()),
        routine);
  }

  public static ErrorReport of(SqlNotice notice) {
    ErrorFields fields = notice.fields();
    return new ErrorReport(
        notice.severity().name(),
        notice.sqlState(),
        notice.message(),
        0,
        details(fields, fields.origin().context(), null));
  }

  /** Returns whether a failure ends the session. */
  static boolean isFinal(Throwable failure) {
    return failure instanceof ColonnadeException known
        && (known.code() == ErrorCode.SHUTTING_DOWN
            || known.code() == ErrorCode.IDLE_SESSION
            || known.code() == ErrorCode.IDLE_IN_TRANSACTION);
  }
}
