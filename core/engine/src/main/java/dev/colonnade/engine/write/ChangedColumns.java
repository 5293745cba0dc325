package dev.colonnade.engine.write;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashSet;
import java.util.Set;

/** Columns of a table about which is asked whether an UPDATE may change one of them. Immutable. */
final class ChangedColumns {
  private final Set<Integer> columnIds;

  /** True if one of the columns is generated: every UPDATE may change it. */
  private final boolean hasGenerated;

  private ChangedColumns(Table table, Set<Integer> columnIds) {
    this.columnIds = columnIds;
    this.hasGenerated =
        table.descriptor().properties().generated().keySet().stream().anyMatch(columnIds::contains);
  }

  /** Returns the columns of the primary key. */
  static ChangedColumns ofKey(Table table) {
    return new ChangedColumns(table, keyOf(table));
  }

  /** Returns the columns of the primary key and of all unique indexes. */
  static ChangedColumns ofKeyAndUniqueIndexes(Table table) {
    Set<Integer> columnIds = keyOf(table);
    for (TableIndex index : table.indexes()) {
      if (index.isUnique()) {
        index.columns().stream().map(KeyColumn::columnId).forEach(columnIds::add);
      }
    }
    return new ChangedColumns(table, columnIds);
  }

  private static Set<Integer> keyOf(Table table) {
    Set<Integer> columnIds = new HashSet<>();
    for (Column column : table.schema().columns()) {
      if (table.schema().isKey(column.id())) {
        columnIds.add(column.id());
      }
    }
    return columnIds;
  }

  /** Returns whether an UPDATE assigns to one of the columns, or one of them is generated. */
  boolean mayChange(RowChange.Update update) {
    if (hasGenerated) {
      return true;
    }
    for (Column column : update.columns()) {
      if (columnIds.contains(column.id())) {
        return true;
      }
    }
    return false;
  }
}
