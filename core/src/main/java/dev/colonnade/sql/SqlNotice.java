package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.statement.Notices;

/** Something that a user should know although the statement has succeeded. */
public record SqlNotice(Severity severity, String sqlState, String message) {
  /** How serious it is. */
  public enum Severity {
    NOTICE,
    WARNING
  }

  public SqlNotice {
    requireNonNull(severity, "severity is null");
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
  }

  static SqlNotice of(Notices.Notice notice) {
    return new SqlNotice(Severity.NOTICE, notice.sqlState(), notice.message());
  }

  static SqlNotice warning(ErrorCode code, String message) {
    return new SqlNotice(Severity.WARNING, code.sqlState(), message);
  }
}
