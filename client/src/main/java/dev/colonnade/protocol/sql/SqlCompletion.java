package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

/**
 * Completion of a statement.
 *
 * @param command first words of PostgreSQL's command tag: SELECT, INSERT, CREATE TABLE
 * @param returnsRows whether the statement returns a result set, which may be empty
 * @param rowCount number of rows that were inserted, updated, deleted or returned
 */
public record SqlCompletion(String command, boolean returnsRows, long rowCount) {
  public SqlCompletion {
    requireNonNull(command, "command is null");
  }
}
