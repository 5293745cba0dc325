package dev.colonnade.sql.activity;

/**
 * Measurements of one execution of a statement, or of several together.
 *
 * @param calls number of executions
 * @param nanos time of all executions, without planning
 * @param rowCount rows that were returned or changed
 * @param plans number of times that the statement was planned
 * @param planningNanos time of planning
 * @param spilledBytes bytes written to temporary files
 * @param retries number of times that the statement began again after a conflict
 */
public record StatementExecution(
    long calls,
    long nanos,
    long rowCount,
    long plans,
    long planningNanos,
    long spilledBytes,
    long retries) {}
