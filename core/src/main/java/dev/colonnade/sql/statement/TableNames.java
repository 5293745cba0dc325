package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import org.apache.calcite.sql.SqlIdentifier;

/** Finds tables by the names that statements have for them. */
public final class TableNames {
  private TableNames() {}

  /** The table; UNKNOWN_TABLE if there is none. */
  public static Table require(CatalogSnapshot catalog, SqlIdentifier name) {
    return catalog.table(TableStatements.nameOf(name));
  }
}
