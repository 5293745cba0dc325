package dev.colonnade.sql.definition;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Relation;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.schema.Column;

/** Columns that ALTER TABLE is about. */
final class TableColumns {
  private TableColumns() {}

  static Column require(Table table, String name) {
    if (!table.schema().hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(name, table.name()));
    }
    return table.schema().column(name);
  }

  /** Views are kept as texts, in which names stand. */
  static void requireUnused(NameScope names, Table table, Column column) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.uses(table.id(), column.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "cannot rename column %s because view %s uses it"
                .formatted(column.name(), view.name()));
      }
    }
  }
}
