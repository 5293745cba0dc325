package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A query in parentheses that locks the rows which it returns.
 *
 * @param start of its text in that of the statement, behind the parenthesis
 * @param end where the other parenthesis stands
 */
public record LockedSubquery(
    int start, int end, Parameters parameters, List<LockingClause> lockings) {
  /** Number of question marks before the query, and within it. */
  public record Parameters(int before, int within) {}

  public LockedSubquery {
    requireNonNull(parameters, "parameters is null");
    lockings = List.copyOf(lockings);
  }

  /** The same where the text begins later. */
  LockedSubquery since(int first) {
    return new LockedSubquery(start - first, end - first, parameters, lockings);
  }
}
