package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

/**
 * How a statement ended.
 *
 * @param command what was done, as PostgreSQL's command tags begin: SELECT, INSERT, CREATE TABLE
 * @param returnsRows whether it has rows, be they none
 * @param rowCount how many rows were inserted, updated, deleted or returned
 */
public record SqlCompletion(String command, boolean returnsRows, long rowCount) {
  public SqlCompletion {
    requireNonNull(command, "command is null");
  }
}
