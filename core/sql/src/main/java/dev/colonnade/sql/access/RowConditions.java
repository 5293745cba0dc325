package dev.colonnade.sql.access;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.IndexExpression;
import dev.colonnade.catalog.rule.RowExpression;
import dev.colonnade.type.Column;
import org.jspecify.annotations.Nullable;

/** Works expressions of SQL out that a table has. */
public interface RowConditions {
  /** The condition that an expression over the table's columns is. */
  RowCondition of(Table table, String expression);

  /** What an expression of an index is of rows. */
  RowExpression valueOf(Table table, IndexExpression expression);

  /** What an insert writes to a column that it does not name. */
  @Nullable Object defaultOf(Table table, Column column);
}
