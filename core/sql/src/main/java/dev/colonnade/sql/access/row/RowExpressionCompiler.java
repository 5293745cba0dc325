package dev.colonnade.sql.access.row;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.Column;
import org.jspecify.annotations.Nullable;

/** Compiler of the SQL expressions in the definition of a table. Thread-safe. */
public interface RowExpressionCompiler {
  /** Returns the predicate of an index, whose types are those of the table's columns. */
  RowPredicate of(Table table, String expression);

  /**
   * Returns the condition of a CHECK constraint.
   *
   * @param catalog has the types that the condition names
   */
  RowPredicate checkOf(Table table, CatalogSnapshot catalog, String expression);

  /** Returns the evaluator of an index expression over the table's columns. */
  RowExpression valueOf(Table table, IndexExpression expression);

  /**
   * Returns the evaluator of the expression of a generated column over the table's columns.
   *
   * @param catalog has the types that the expression names
   */
  RowExpression generatedOf(Table table, CatalogSnapshot catalog, Column column);

  /** Returns the value that an insert writes to a column that it does not list. */
  @Nullable Object defaultOf(Table table, Column column);
}
