package dev.colonnade.sql.access;

import dev.colonnade.catalog.Table;

/** Makes conditions on rows out of expressions of SQL. */
@FunctionalInterface
public interface RowConditions {
  /** The condition that an expression over the table's columns is. */
  RowCondition of(Table table, String expression);
}
