package dev.colonnade.sql.access.row;

import org.jspecify.annotations.Nullable;

/** Predicate on one row of a table. Thread-safe. */
@FunctionalInterface
public interface RowPredicate {
  /**
   * Returns whether a row satisfies the predicate; null if it evaluates to NULL.
   *
   * @param row values of all columns in the order of the schema, of their Java classes
   */
  @Nullable Boolean holds(@Nullable Object[] row);
}
