package dev.colonnade.sql.activity;

import static java.util.Objects.requireNonNull;

/**
 * Counters of the statements of a key at one time.
 *
 * @param text of {@link StatementShape}, cut to a maximum length
 * @param execution times of executions that succeeded
 * @param planning times of planning
 * @param rowCount rows that were returned or changed
 * @param spilledBytes bytes written to temporary files
 * @param retries number of times that a statement began again after a conflict
 */
public record StatementEntry(
    StatementKey key,
    String text,
    TimeSummary execution,
    TimeSummary planning,
    long rowCount,
    long spilledBytes,
    long retries) {
  public StatementEntry {
    requireNonNull(key, "key is null");
    requireNonNull(text, "text is null");
    requireNonNull(execution, "execution is null");
    requireNonNull(planning, "planning is null");
  }
}
