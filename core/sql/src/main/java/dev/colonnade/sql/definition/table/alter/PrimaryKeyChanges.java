package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.order.SortKeys;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import java.util.stream.Collectors;

/**
 * ALTER TABLE ... ADD PRIMARY KEY, for tables that were created without one. As a statement on its
 * own, it stores the rows again, under the primary key. In a transaction or with other actions, the
 * rows stay under their hidden keys: the primary key is a unique index over NOT NULL columns, which
 * the table's constraints name as the primary key.
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
    if (isForRows(change, constraint, key) && change.moveRows(name, definition.columns())) {
      return;
    }
    for (KeyColumn part : definition.columns()) {
      Column column = table.schema().column(part.columnId());
      if (column.nullable() && change.hasRows(TableAlteration.quoted(column.name()) + " IS NULL")) {
        requireUnique(change, name, definition.columns());
        throw ColumnChanges.containsNulls(table, column.name());
      }
    }
    // First, so that the same change of the catalog creates the index: all of it or nothing.
    change.alter((edit, now) -> declare(edit, now, name, definition.columns()));
    change.addIndex(name, definition);
  }

  /**
   * Throws UNIQUE_VIOLATION if two rows without NULL have the same key: PostgreSQL builds the index
   * before it searches for NULLs.
   */
  private static void requireUnique(TableAlteration change, String name, List<KeyColumn> columns) {
    Table table = change.table();
    String key =
        columns.stream()
            .map(part -> TableAlteration.quoted(table.schema().column(part.columnId()).name()))
            .collect(Collectors.joining(", "));
    String duplicates =
        "(%s) IN (SELECT %s FROM %s GROUP BY %s HAVING count(*) > 1)"
            .formatted(key, key, change.wholeName(), key);
    if (change.hasRows(duplicates)) {
      throw new ColonnadeException(
          ErrorCode.UNIQUE_VIOLATION,
          "could not create unique index \"%s\"".formatted(name),
          ErrorFields.NONE.withTable(table.name(), table.schemaId()).withConstraint(name));
    }
  }

  /**
   * Returns whether the rows can be stored under the primary key, as those of a table that is
   * created with it.
   */
  private static boolean isForRows(
      TableAlteration change, TableElement.Constraint constraint, TableRule.Key key) {
    Table table = change.table();
    return change.isOneAction()
        && change.transaction().isAlone()
        && !table.schema().hasFamilyByte()
        && table.indexes().stream().allMatch(index -> index.descriptor().isReady())
        && key.include().isEmpty()
        && !TableClauses.timingOf(constraint.timing()).isDeferrable()
        && key.columns().stream()
            .map(part -> table.schema().column(part.column()))
            .allMatch(column -> isKeptInKeys(column.type()));
  }

  /** Returns whether the key of a row has each value of a type as it was, which -0 is not. */
  private static boolean isKeptInKeys(ColumnType type) {
    return !SortKeys.isNeeded(type) && type != Plain.DOUBLE && type != Plain.REAL;
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

  /** Makes an index over columns the primary key, which makes them NOT NULL. */
  static void declare(CatalogEdit edit, Table table, String name, List<KeyColumn> columns) {
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
