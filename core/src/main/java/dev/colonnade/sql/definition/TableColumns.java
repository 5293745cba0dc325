package dev.colonnade.sql.definition;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Relation;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.View;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Column;
import java.util.Objects;

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

  /** Views, and conditions of checks and indexes, are kept as texts, in which names stand. */
  static void requireUnused(NameScope names, Table table, Column column, String what) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.uses(table.id(), column.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "cannot %s column %s because view %s uses it"
                .formatted(what, column.name(), view.name()));
      }
    }
    TableRules rules = table.descriptor().rules();
    boolean isInText =
        rules.checks().stream().anyMatch(check -> check.columnIds().contains(column.id()))
            || rules.indexes().stream()
                .map(index -> index.definition().condition())
                .filter(Objects::nonNull)
                .anyMatch(condition -> condition.columnIds().contains(column.id()));
    if (isInText) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot %s column %s because a constraint or an index names it"
              .formatted(what, column.name()));
    }
  }
}
