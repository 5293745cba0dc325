package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.statement.ColumnDefaultExpressions;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;

/** ALTER TABLE ... DROP COLUMN, SET DEFAULT, and SET and DROP NOT NULL. */
final class ColumnChanges {
  private ColumnChanges() {}

  public static void drop(TableAlteration change, TableAction.DropColumn drop) {
    Table table = change.table();
    if (drop.ifExists() && !table.schema().hasVisibleColumn(drop.column())) {
      change
          .execution()
          .notices()
          .skipped(
              "column \"%s\" of relation \"%s\" does not exist"
                  .formatted(drop.column(), table.name()));
      return;
    }
    Column column = TableColumns.require(table, drop.column());
    if (table.schema().isKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot drop column %s of the primary key".formatted(drop.column()));
    }
    change.alter((edit, now) -> new ObjectDrop(edit, drop.cascade()).dropColumn(now, column));
  }

  static void setDefault(TableAlteration change, TableAction.SetDefault set) {
    Column column = TableColumns.require(change.table(), set.column());
    requireNoIdentity(change.table(), column);
    SqlNode value = set.value();
    String text = value == null ? null : ColumnDefaultExpressions.text(value, change.names());
    if (text != null && value instanceof SqlLiteral) {
      // A literal that is not a valid value of its column is refused at once.
      var _ =
          ColumnDefaultExpressions.value(
              change.preparer(),
              change.sql(),
              StatementParser.parseExpression(text),
              column,
              change.execution());
    }
    change.alter(
        (edit, table) -> {
          TableProperties clauses = table.descriptor().properties();
          Map<Integer, String> defaults = new HashMap<>(clauses.defaults());
          if (text == null) {
            defaults.remove(column.id());
          } else {
            defaults.put(column.id(), text);
          }
          edit.changeProperties(table, clauses.withDefaults(defaults));
        });
  }

  static void setNullable(TableAlteration change, TableAction.SetNullable set) {
    Table table = change.table();
    Column column = TableColumns.require(table, set.column());
    if (column.nullable() == set.nullable()) {
      return;
    }
    if (set.nullable()) {
      requireNoIdentity(table, column);
      if (table.declaredKey().contains(column)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "column \"%s\" is in a primary key".formatted(column.name()));
      }
    } else if (change.hasRows(NameScope.quoted(column.name()) + " IS NULL")) {
      throw TableColumns.containsNulls(table, column.name());
    }
    change.alter(
        (edit, now) ->
            edit.changeColumns(now, now.history().setNullable(column.name(), set.nullable())));
  }

  static void requireNoIdentity(Table table, Column column) {
    if (table.descriptor().properties().identities().containsKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "column \"%s\" of relation \"%s\" is an identity column"
              .formatted(column.name(), table.name()));
    }
  }
}
