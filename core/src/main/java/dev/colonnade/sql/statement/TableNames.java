package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.sql.schema.SnapshotReader;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.jspecify.annotations.Nullable;

/** Finds tables by the names that statements have for them. */
public final class TableNames {
  private TableNames() {}

  /** The table; UNKNOWN_TABLE if there is none. */
  public static Table require(CatalogSnapshot catalog, SqlIdentifier name) {
    return catalog.table(TableStatements.nameOf(name));
  }

  /** The table; null if there is none, or if the name stands for something else. */
  static @Nullable Table find(CatalogSnapshot catalog, SqlIdentifier name) {
    List<String> names = name.names;
    boolean isPlain =
        names.size() == 1
            || (names.size() == 2 && names.getFirst().equals(SnapshotReader.DEFAULT_SCHEMA));
    return isPlain ? catalog.findTable(names.getLast()) : null;
  }
}
