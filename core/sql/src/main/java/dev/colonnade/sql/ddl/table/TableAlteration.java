package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementPreparer;
import dev.colonnade.sql.statement.StatementResult;
import java.util.function.BiConsumer;

/**
 * Table that an ALTER TABLE changes, in its current state, with operations on its catalog entry and
 * its rows.
 */
public record TableAlteration(
    StatementPreparer preparer, String sql, Execution execution, int tableId) {
  public StatementTransaction transaction() {
    return execution.transaction();
  }

  public NameScope names() {
    return execution.transaction().names();
  }

  public Table table() {
    return execution.transaction().catalog().table(tableId);
  }

  /** Changes the catalog entry of the table. */
  public void alter(BiConsumer<CatalogEdit, Table> steps) {
    transaction()
        .catalogChanges()
        .alter(
            edit -> {
              steps.accept(edit, edit.snapshot().table(tableId));
              return edit;
            });
  }

  boolean hasRows() {
    return hasRows("true");
  }

  /** Returns whether a row satisfies a predicate. */
  boolean hasRows(String condition) {
    String query = "SELECT 1 FROM %s WHERE %s LIMIT 1".formatted(wholeName(), condition);
    try (StatementResult outcome = preparer.prepare(query, transaction()).run(execution)) {
      return outcome.next() != null;
    }
  }

  /** Sets a column of all rows to the value of an expression. */
  void update(String column, String expression) {
    String update =
        "UPDATE %s SET %s = %s".formatted(wholeName(), NameScope.quoted(column), expression);
    preparer.prepare(update, transaction()).run(execution).close();
  }

  /** Returns the schema-qualified name of the table, which does not depend on the search path. */
  public String wholeName() {
    Table table = table();
    SchemaEntry schema = transaction().catalog().findSchema(table.schemaId());
    return (schema == null ? "" : NameScope.quoted(schema.name()) + ".")
        + NameScope.quoted(table.name());
  }
}
