package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
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

  static void add(
      TableAlteration change,
      ConstraintClauses clauses,
      TableElement.Constraint constraint,
      TableRule.Key key) {
    Table table = change.table();
    key.columns().forEach(part -> change.column(part.column()));
    Index.Definition definition = clauses.definitionOf(constraint, key);
    requireNone(table);
    String name = clauses.nameOf(constraint, key);
    for (KeyColumn part : definition.columns()) {
      Column column = table.schema().column(part.columnId());
      if (column.nullable()) {
        ColumnChanges.requireNoNulls(change, column);
      }
    }
    // First, so that the same change of the catalog creates the index: all of it or nothing.
    change.alter((edit, now) -> declare(edit, now, name, definition.columns()));
    change.addIndex(name, definition);
  }

  /**
   * Throws INVALID_DEFINITION if the table has a primary key, be it that of the rows or an index.
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
