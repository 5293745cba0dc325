package dev.colonnade.sql.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.statement.Notices;

/**
 * Notice or warning of a statement that has succeeded.
 *
 * @param fields details beside the message
 */
public record SqlNotice(Severity severity, String sqlState, String message, ErrorFields fields) {
  /** Severity, in ascending order; INFO is information that the client has requested. */
  public enum Severity {
    DEBUG,
    LOG,
    NOTICE,
    WARNING,
    INFO
  }

  public SqlNotice {
    requireNonNull(severity, "severity is null");
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
    requireNonNull(fields, "fields is null");
  }

  public SqlNotice(Severity severity, String sqlState, String message) {
    this(severity, sqlState, message, ErrorFields.NONE);
  }

  public static SqlNotice of(Notices.Notice notice) {
    String detail = notice.detail();
    return new SqlNotice(
        notice.isWarning() ? Severity.WARNING : Severity.NOTICE,
        notice.sqlState(),
        notice.message(),
        detail == null ? ErrorFields.NONE : ErrorFields.NONE.withDetail(detail));
  }

  public static SqlNotice warning(ErrorCode code, String message) {
    return new SqlNotice(Severity.WARNING, code.sqlState(), message);
  }

  /** Returns whether a client receives the notice under a value of {@code client_min_messages}. */
  boolean isVisibleAt(String least) {
    return switch (least) {
      case "error" -> severity == Severity.INFO;
      case "warning" -> severity.compareTo(Severity.WARNING) >= 0;
      case "notice" -> severity.compareTo(Severity.NOTICE) >= 0;
      case "log" -> severity.compareTo(Severity.LOG) >= 0;
      default -> true;
    };
  }
}
