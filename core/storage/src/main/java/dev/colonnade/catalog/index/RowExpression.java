package dev.colonnade.catalog.index;

import org.jspecify.annotations.Nullable;

/** Compiled expression over one row of a table. Safe for use by many threads. */
@FunctionalInterface
public interface RowExpression {
  /**
   * Returns the value as the Java class of its type; null for NULL.
   *
   * @param row values of all columns in the order of the schema, as their Java classes
   */
  @Nullable Object evaluate(@Nullable Object[] row);
}
