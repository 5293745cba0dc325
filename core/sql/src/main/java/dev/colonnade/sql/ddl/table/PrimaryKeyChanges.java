package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.definition.index.IndexCreation;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.statement.ConstraintClauses;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;

/**
 * ALTER TABLE ... ADD PRIMARY KEY, for tables that were created without one. The rows stay under
 * their hidden keys: the primary key is a unique index over NOT NULL columns, which the table's
 * constraints name as the primary key.
 */
final class PrimaryKeyChanges {
  private PrimaryKeyChanges() {}

  public static void add(TableAlteration change, SqlCreateTable.PrimaryKey key) {
    Table table = change.table();
    requireNone(table);
    CatalogSnapshot catalog = change.transaction().catalog();
    ConstraintClauses clauses =
        new ConstraintClauses(
            table,
            name -> change.names().table(name.names),
            name -> ConstraintChanges.isTaken(catalog, new ObjectName(table.schemaId(), name)));
    String name = clauses.nameOf(key);
    Index.Definition definition = clauses.definitionOf(key);
    List<Column> columns =
        definition.columns().stream().map(part -> table.schema().column(part.columnId())).toList();
    for (Column column : columns) {
      if (column.nullable() && change.hasRows(NameScope.quoted(column.name()) + " IS NULL")) {
        throw TableColumns.containsNulls(table, column.name());
      }
    }
    // First, so that the same change of the catalog creates the index: all of it or nothing.
    change.alter((edit, now) -> declare(edit, now, name, definition.columns()));
    new IndexCreation(change.preparer(), change.execution()).run(change.table(), name, definition);
  }

  /**
   * Throws INVALID_DEFINITION if the table has a primary key, be it the key of the rows or an
   * index.
   */
  static void requireNone(Table table) {
    if (!table.declaredKey().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION,
          "multiple primary keys for table \"%s\" are not allowed".formatted(table.name()));
    }
  }

  private static void declare(CatalogEdit edit, Table table, String name, List<KeyColumn> columns) {
    Table now = table;
    for (KeyColumn part : columns) {
      Column column = now.schema().column(part.columnId());
      if (column.nullable()) {
        now = edit.changeColumns(now, now.history().setNullable(column.name(), false));
      }
    }
    edit.changeConstraints(now, now.descriptor().constraints().withKeyName(name));
  }
}
