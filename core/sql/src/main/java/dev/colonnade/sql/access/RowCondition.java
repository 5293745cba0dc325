package dev.colonnade.sql.access;

import org.jspecify.annotations.Nullable;

/** A condition on one row of a table. Safe for use by many threads. */
@FunctionalInterface
public interface RowCondition {
  /**
   * Whether a row meets it; null if that is not known, for a NULL.
   *
   * @param row values of all columns in the order of the schema, of their Java classes
   */
  @Nullable Boolean holds(@Nullable Object[] row);
}
