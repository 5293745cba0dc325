package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Function of the catalog in FROM whose rows are those of a system table.
 *
 * @param table with the rows
 */
record SystemFunction(String name, SystemTable table) {
  private static final Map<String, String> TABLES =
      Map.of(
          "pg_get_keywords", "pg_get_keywords",
          "pg_show_all_settings", "pg_settings",
          "pg_lock_status", "pg_locks",
          "pg_available_extensions", "pg_available_extensions");

  /** Column of {@code pg_available_extensions} that the function of this name does not have. */
  private static final String INSTALLED_VERSION = "installed_version";

  SystemFunction {
    requireNonNull(name, "name is null");
    requireNonNull(table, "table is null");
  }

  /** Returns the function of an item; null if the item is something else. */
  static @Nullable SystemFunction of(FromItem.Functions item) {
    boolean isOne =
        item.sources().size() == 1
            && !item.withOrdinality()
            && !item.rowsFrom()
            && item.columns().isEmpty();
    if (!isOne
        || !(item.sources().getFirst().call() instanceof Call.Function function)
        || !function.arguments().list().isEmpty()) {
      return null;
    }
    List<String> parts = function.name().parts();
    String table = TABLES.get(parts.getLast());
    boolean isInCatalog = parts.size() == 1 || parts.getFirst().equals(SystemTables.CATALOG_SCHEMA);
    if (table == null || !isInCatalog) {
      return null;
    }
    SystemTable internal = SystemTables.of(SystemTables.INTERNAL_SCHEMA).get(table);
    return new SystemFunction(
        parts.getLast(),
        internal == null
            ? requireNonNull(
                SystemTables.of(SystemTables.CATALOG_SCHEMA).get(table), "no table of the rows")
            : internal);
  }

  /** Returns the rows. */
  RelationRows rows(StatementAnalysis statement) {
    RelationRows all = SystemSource.of(table, statement);
    List<NamedColumn> columns =
        all.columns().stream().filter(column -> !column.name().equals(INSTALLED_VERSION)).toList();
    return new RelationRows(all.plan(), columns, List.of(), null);
  }
}
