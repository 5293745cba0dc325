package dev.colonnade.catalog.rule;

import org.jspecify.annotations.Nullable;

/** A value that is worked out of one row of a table. Safe for use by many threads. */
@FunctionalInterface
public interface RowExpression {
  /**
   * The value, of the Java class of its type; null for NULL.
   *
   * @param row values of all columns in the order of the schema, of their Java classes
   */
  @Nullable Object of(@Nullable Object[] row);
}
