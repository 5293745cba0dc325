package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Mapping of ranges to the tables whose keys they contain. */
final class RangeTables {
  private RangeTables() {}

  /** Returns the table to which all keys of a range belong; null if there is none. */
  static @Nullable Table tableOf(KeySpan span, CatalogSnapshot catalog) {
    Key start = span.start();
    if (start.length() < KeyLayout.INDEX_ID_OFFSET) {
      return null;
    }
    int id = ByteBuffer.wrap(start.bytes()).getInt(KeyLayout.TABLE_ID_OFFSET);
    Table table = catalog.findTable(id);
    return table != null && isOf(span, table) ? table : null;
  }

  /**
   * Returns a name that no other table has: that of the table if it is in the schema {@code public}
   * of the database {@code colonnade}, else with its schema, and in other databases also with that.
   */
  static String labelOf(Table table, CatalogSnapshot catalog) {
    if (table.schemaId() == BuiltIns.PUBLIC_ID) {
      return table.name();
    }
    SchemaEntry schema = requireNonNull(catalog.findSchema(table.schemaId()), "no schema");
    String label = schema.name() + "." + table.name();
    if (schema.databaseId() == BuiltIns.COLONNADE.id()) {
      return label;
    }
    DatabaseEntry database =
        requireNonNull(catalog.findDatabase(schema.databaseId()), "no database");
    return database.name() + "." + label;
  }

  static boolean isOf(KeySpan span, Table table) {
    return table.span().contains(span.start()) && span.end().compareTo(table.span().end()) <= 0;
  }
}
