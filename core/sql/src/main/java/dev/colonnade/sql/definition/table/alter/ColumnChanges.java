package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.object.drop.CascadingDrop;
import dev.colonnade.sql.definition.table.column.ColumnDefaults;
import dev.colonnade.sql.definition.table.column.HiddenKey;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** ALTER TABLE ... DROP COLUMN, SET DEFAULT, and SET and DROP NOT NULL. */
final class ColumnChanges {
  private ColumnChanges() {}

  static void drop(TableAlteration change, TableAction.DropColumn drop) {
    Table table = change.table();
    if (drop.ifExists()
        && !HiddenKey.isOfSystem(drop.column())
        && !table.schema().hasVisibleColumn(drop.column())) {
      change
          .execution()
          .notices()
          .skipped(
              "column \"%s\" of relation \"%s\" does not exist"
                  .formatted(drop.column(), table.name()));
      return;
    }
    Column column = change.column(drop.column(), "drop");
    if (table.schema().isKey(column.id())) {
      change.releaseRowKey();
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot drop column %s of the primary key".formatted(drop.column()));
    }
    StatementAnalysis analysis = change.analysis();
    List<String> dropped = new ArrayList<>();
    change.alter(
        (edit, now) -> {
          dropped.clear();
          dropped.addAll(
              CascadingDrop.within(edit, drop.behavior(), analysis).dropColumn(now, column));
        });
    CascadingDrop.addNotice(dropped, change.execution().notices());
  }

  static void setDefault(TableAlteration change, String name, ColumnAction.SetDefault set) {
    Table table = change.table();
    Column column = change.column(name);
    if (IdentityChanges.identity(table, column) != null) {
      ColonnadeException error = isIdentity(table, column);
      throw set.value() == null
          ? error.with(
              ErrorFields.NONE.withHint(
                  "Use ALTER TABLE ... ALTER COLUMN ... DROP IDENTITY instead."))
          : error;
    }
    if (table.descriptor().properties().generated().containsKey(column.id())) {
      ColonnadeException error =
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              "column \"%s\" of relation \"%s\" is a generated column"
                  .formatted(column.name(), table.name()));
      throw set.value() == null
          ? error.with(
              ErrorFields.NONE.withHint(
                  "Use ALTER TABLE ... ALTER COLUMN ... DROP EXPRESSION instead."))
          : error;
    }
    Expression value = set.value();
    String text =
        value == null ? null : new ColumnDefaults(change.analysis()).text(table, column, value);
    change.alter(
        (edit, now) -> {
          TableProperties properties = now.descriptor().properties();
          Map<Integer, String> defaults = new HashMap<>(properties.defaults());
          if (text == null) {
            defaults.remove(column.id());
          } else {
            defaults.put(column.id(), text);
          }
          edit.changeProperties(now, properties.withDefaults(defaults));
        });
  }

  static void setNullable(TableAlteration change, String name, boolean isNullable) {
    Table table = change.table();
    Column column = change.column(name);
    if (isNullable) {
      if (IdentityChanges.identity(table, column) != null) {
        throw isIdentity(table, column);
      }
      if (table.declaredKey().contains(column)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "column \"%s\" is in a primary key".formatted(column.name()));
      }
    }
    if (column.nullable() == isNullable) {
      return;
    }
    if (!isNullable) {
      requireNoNulls(change, column);
    }
    change.alter(
        (edit, now) ->
            edit.changeColumns(now, now.history().setNullable(column.name(), isNullable)));
  }

  /** Throws NOT_NULL_VIOLATION if a row has NULL in a column. */
  static void requireNoNulls(TableAlteration change, Column column) {
    if (change.hasRows(TableAlteration.quoted(column.name()) + " IS NULL")) {
      throw containsNulls(change.table(), column.name());
    }
  }

  /** Returns the error of a column whose NULLs violate a NOT NULL constraint. */
  static ColonnadeException containsNulls(Table table, String column) {
    return new ColonnadeException(
        ErrorCode.NOT_NULL_VIOLATION,
        "column \"%s\" of relation \"%s\" contains null values".formatted(column, table.name()),
        ErrorFields.NONE.withTable(table.name(), table.schemaId()).withColumn(column));
  }

  private static ColonnadeException isIdentity(Table table, Column column) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "column \"%s\" of relation \"%s\" is an identity column"
            .formatted(column.name(), table.name()));
  }
}
