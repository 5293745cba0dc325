package dev.colonnade.sql.access;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Prepared statement of a session, as {@code pg_prepared_statements} lists it.
 *
 * @param query text that the client sent to prepare it
 * @param preparedMicros time of its preparation in microseconds since 1970
 * @param parameterTypes OIDs of the types of its parameters
 * @param isFromSql true if PREPARE has prepared it, false for a message of the protocol
 * @param executionCount number of executions
 */
public record PreparedStatementDescription(
    String name,
    String query,
    long preparedMicros,
    List<Long> parameterTypes,
    boolean isFromSql,
    long executionCount) {
  public PreparedStatementDescription {
    requireNonNull(name, "name is null");
    requireNonNull(query, "query is null");
    parameterTypes = List.copyOf(parameterTypes);
  }
}
