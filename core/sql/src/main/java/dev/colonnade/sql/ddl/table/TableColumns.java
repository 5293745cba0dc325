package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.schema.Column;

/** Look-up of the columns that an ALTER TABLE names. */
public final class TableColumns {
  private TableColumns() {}

  public static Column require(Table table, String name) {
    if (!table.schema().hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(name, table.name()));
    }
    return table.schema().column(name);
  }

  /**
   * Throws UNSUPPORTED if a view uses the column: views are stored as text, which contains names.
   */
  public static void requireUnused(NameScope names, Table table, Column column) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.dependsOn(table.id(), column.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "cannot rename column %s because view %s uses it"
                .formatted(column.name(), view.name()));
      }
    }
  }

  /** Returns the error of a column whose NULLs violate a NOT NULL constraint. */
  static ColonnadeException containsNulls(Table table, String column) {
    return new ColonnadeException(
        ErrorCode.NOT_NULL_VIOLATION,
        "column \"%s\" of relation \"%s\" contains null values".formatted(column, table.name()),
        ErrorFields.NONE.withTable(table.name()).withColumn(column));
  }
}
