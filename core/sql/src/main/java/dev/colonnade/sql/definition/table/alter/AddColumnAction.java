package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.definition.table.column.ColumnDefaults;
import dev.colonnade.sql.definition.table.column.GenerationExpressions;
import dev.colonnade.sql.definition.table.column.HiddenKey;
import dev.colonnade.sql.definition.table.column.NewColumn;
import dev.colonnade.sql.definition.table.column.NewColumns;
import dev.colonnade.sql.definition.table.column.SequenceColumns;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... ADD COLUMN. Existing rows are not rewritten: they read the evaluated default of
 * the column. Only defaults that differ per row, such as values of a sequence, are written to the
 * rows.
 */
final class AddColumnAction {
  private final TableAlteration change;
  private final TableAction.AddColumn action;

  AddColumnAction(TableAlteration change, TableAction.AddColumn action) {
    this.change = change;
    this.action = action;
  }

  /** Default of the new column. */
  private record Default(@Nullable String text, @Nullable Object present, boolean isPerRow) {}

  void run() {
    Table table = change.table();
    NewColumns columns = new NewColumns(table.name(), change.analysis());
    NewColumn column = columns.add(action.column());
    if (isThere(table, column.name())) {
      return;
    }
    for (TableElement.Constraint constraint : columns.constraints()) {
      if (constraint.rule() instanceof TableRule.Key key && key.primary()) {
        PrimaryKeyChanges.requireNone(table);
      }
    }
    TableAlteration.runWithoutPositions(() -> add(table, column));
    List<TableElement.Constraint> constraints =
        columns.constraints().stream()
            .sorted(
                Comparator.comparing(
                    constraint -> ActionPass.of(new TableAction.AddConstraint(constraint))))
            .toList();
    TableAlteration.runWithoutPositions(
        () -> constraints.forEach(constraint -> ConstraintChanges.add(change, constraint)));
  }

  private boolean isThere(Table table, String name) {
    HiddenKey.requireOther(name);
    if (!table.schema().hasColumn(name)) {
      return false;
    }
    String message =
        "column \"%s\" of relation \"%s\" already exists".formatted(name, table.name());
    if (!action.ifNotExists()) {
      throw new ColonnadeException(ErrorCode.DUPLICATE_COLUMN, message);
    }
    change.execution().notices().skipped(ErrorCode.DUPLICATE_COLUMN, message);
    return true;
  }

  private void add(Table table, NewColumn column) {
    Default value = defaultOf(table, column);
    boolean hasRows = (!column.nullable() || value.isPerRow()) && change.hasRows();
    if (!column.nullable() && !value.isPerRow() && value.present() == null && hasRows) {
      throw ColumnChanges.containsNulls(table, column.name());
    }
    SequenceColumns sequences = new SequenceColumns(change.analysis());
    NewColumn.Sequence sequence = column.sequence();
    if (sequence != null) {
      sequences.add(column.name(), sequence);
    }
    GeneratedColumn generated = generated(table, column);
    sequences.define(change.execution(), edit -> added(edit, column, value, generated));
    if (value.isPerRow() && hasRows) {
      change.update(column.name(), "DEFAULT");
    }
    if (generated != null && !column.nullable()) {
      ColumnChanges.requireNoNulls(change, change.table().schema().column(column.name()));
    }
    if (!column.nullable()) {
      change.alter(
          (edit, now) -> edit.changeColumns(now, now.history().setNullable(column.name(), false)));
    }
  }

  private @Nullable GeneratedColumn generated(Table table, NewColumn column) {
    Expression generation = column.generation();
    if (generation == null) {
      return null;
    }
    TableSchema wider =
        table.history().addColumn(column.name(), column.declared(), true, null).latest();
    Set<String> names = new HashSet<>(GenerationExpressions.namesOf(table));
    names.add(column.name());
    return new GenerationExpressions(change.analysis(), names)
        .of(Table.detached(table.name(), wider), wider.column(column.name()), generation);
  }

  private Default defaultOf(Table table, NewColumn column) {
    Expression value = column.defaultValue();
    if (column.generation() != null) {
      return new Default(null, null, true);
    }
    if (value == null && (!column.declared().isOfDomain() || !change.hasRows())) {
      return new Default(null, null, column.sequence() != null);
    }
    TableSchema wider =
        table.history().addColumn(column.name(), column.declared(), true, null).latest();
    Table sketch = Table.detached(table.name(), wider);
    Column added = wider.column(column.name());
    ColumnDefaults defaults = new ColumnDefaults(change.analysis());
    if (value == null) {
      return new Default(null, defaults.value(sketch, added, change.execution()), false);
    }
    String text = defaults.text(sketch, added, value);
    return defaults.isVolatile(sketch, added, value)
        ? new Default(text, null, true)
        : new Default(text, defaults.value(sketch, added, value, change.execution()), false);
  }

  private Table added(
      CatalogEdit edit, NewColumn column, Default value, @Nullable GeneratedColumn generated) {
    Table table = edit.snapshot().table(change.tableId());
    Table wider =
        edit.changeColumns(
            table,
            table.history().addColumn(column.name(), column.declared(), true, value.present()));
    if (generated != null) {
      TableProperties before = wider.descriptor().properties();
      Map<Integer, GeneratedColumn> all = new HashMap<>(before.generated());
      all.put(wider.schema().column(column.name()).id(), generated);
      return edit.changeProperties(wider, before.withGenerated(all));
    }
    if (value.text() == null) {
      return wider;
    }
    TableProperties properties = wider.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    defaults.put(wider.schema().column(column.name()).id(), value.text());
    return edit.changeProperties(wider, properties.withDefaults(defaults));
  }
}
