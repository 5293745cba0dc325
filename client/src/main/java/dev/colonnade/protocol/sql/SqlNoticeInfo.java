package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

/**
 * Notice or warning of a statement that did not fail.
 *
 * @param severity WARNING, NOTICE, INFO, ...
 */
public record SqlNoticeInfo(String severity, String sqlState, String message) {
  public SqlNoticeInfo {
    requireNonNull(severity, "severity is null");
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(message, "message is null");
  }
}
