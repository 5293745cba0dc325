package dev.colonnade.server.admin;

import dev.colonnade.catalog.CatalogSnapshot;
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

  static boolean isOf(KeySpan span, Table table) {
    return table.span().contains(span.start()) && span.end().compareTo(table.span().end()) <= 0;
  }
}
