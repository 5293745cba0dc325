package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.statement.Notices;

/**
 * Something that a user should know although the statement has succeeded.
 *
 * @param fields what is known of it beside the message
 */
public record SqlNotice(Severity severity, String sqlState, String message, ErrorFields fields) {
  /** How serious it is, least first; INFO is what a user has asked for. */
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

  static SqlNotice of(Notices.Notice notice) {
    return new SqlNotice(Severity.NOTICE, notice.sqlState(), notice.message());
  }

  static SqlNotice warning(ErrorCode code, String message) {
    return new SqlNotice(Severity.WARNING, code.sqlState(), message);
  }

  /** Whether a session hears of it that has set {@code client_min_messages} so. */
  boolean isHeard(String least) {
    return switch (least) {
      case "error" -> severity == Severity.INFO;
      case "warning" -> severity.compareTo(Severity.WARNING) >= 0;
      case "notice" -> severity.compareTo(Severity.NOTICE) >= 0;
      case "log" -> severity.compareTo(Severity.LOG) >= 0;
      default -> true;
    };
  }
}
