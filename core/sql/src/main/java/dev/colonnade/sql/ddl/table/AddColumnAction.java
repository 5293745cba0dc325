package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.statement.ColumnDefaultExpressions;
import dev.colonnade.sql.statement.ColumnTypes;
import dev.colonnade.sql.statement.GeneratedColumns;
import dev.colonnade.sql.statement.HiddenKey;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... ADD COLUMN. Existing rows are not rewritten: they read the evaluated default of
 * the column. Only defaults that differ per row, which are values of a sequence, are written to the
 * rows.
 */
final class AddColumnAction {
  private final TableAlteration change;
  private final ColumnElement element;
  private final String name;
  private final GeneratedColumns generated = new GeneratedColumns();

  AddColumnAction(TableAlteration change, ColumnElement element) {
    this.change = change;
    this.element = generated.add(element);
    this.name = element.name().getSimple();
  }

  public void run(boolean ifNotExists) {
    Table table = change.table();
    HiddenKey.requireOther(name);
    if (table.schema().hasColumn(name)) {
      String message =
          "column \"%s\" of relation \"%s\" already exists".formatted(name, table.name());
      if (ifNotExists) {
        change.execution().notices().skipped(ErrorCode.DUPLICATE_COLUMN, message);
        return;
      }
      throw new ColonnadeException(ErrorCode.DUPLICATE_COLUMN, message);
    }
    SqlNode value = null;
    boolean nullable = true;
    for (ColumnConstraint constraint : element.constraints()) {
      switch (constraint) {
        case ColumnConstraint.NotNull _ -> nullable = false;
        case ColumnConstraint.Null _ -> nullable = true;
        case ColumnConstraint.Default(SqlNode expression) -> value = expression;
        case ColumnConstraint.Identity _ -> {} // stored as a generated column
        case ColumnConstraint.Rule _ -> {} // added after the column
        case ColumnConstraint.PrimaryKey _ -> {
          PrimaryKeyChanges.requireNone(table);
          nullable = false; // the key itself is added after the column
        }
      }
    }
    add(ColumnTypes.of(element.type(), change.names()), nullable, value);
  }

  private void add(ColumnType type, boolean nullable, @Nullable SqlNode value) {
    String text = value == null ? null : ColumnDefaultExpressions.text(value, change.names());
    boolean usesSequence =
        !generated.isEmpty() || (text != null && !DefaultClause.sequencesIn(text).isEmpty());
    boolean hasRows = change.hasRows();
    if (value == null && !nullable && generated.isEmpty() && hasRows) {
      throw containsNulls();
    }
    SchemaHistory history = change.table().history().addColumn(name, type, true, null);
    Column sketch = history.latest().column(name);
    Object present =
        value == null || text == null || usesSequence
            ? null
            : ColumnDefaultExpressions.value(
                change.preparer(),
                change.sql(),
                StatementParser.parseExpression(text),
                sketch,
                change.execution());
    if (present == null && value != null && !usesSequence && !nullable && hasRows) {
      throw containsNulls();
    }
    generated.define(change.execution(), edit -> added(edit, type, present, text));
    if (usesSequence && hasRows) {
      change.update(name, "DEFAULT");
    }
    if (!nullable) {
      change.alter(
          (edit, table) -> edit.changeColumns(table, table.history().setNullable(name, false)));
    }
  }

  private Table added(
      CatalogEdit edit, ColumnType type, @Nullable Object present, @Nullable String text) {
    Table table = edit.snapshot().table(change.tableId());
    Table wider = edit.changeColumns(table, table.history().addColumn(name, type, true, present));
    if (text == null) {
      return wider;
    }
    TableProperties clauses = wider.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(clauses.defaults());
    defaults.put(wider.schema().column(name).id(), text);
    return edit.changeProperties(wider, clauses.withDefaults(defaults));
  }

  private ColonnadeException containsNulls() {
    return TableColumns.containsNulls(change.table(), name);
  }
}
