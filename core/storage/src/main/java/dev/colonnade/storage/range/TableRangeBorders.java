package dev.colonnade.storage.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.split.plan.RangeBoundaries;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Borders of tables and indexes, from the catalog.
 *
 * <p>Ids are never reused: the span of an allocated id that belongs to no table is abandoned for
 * ever. The span of an id that is not allocated yet may soon be a table's, since ranges are created
 * before their table is in the catalog.
 */
public final class TableRangeBorders implements RangeBoundaries {
  private final Catalog catalog;

  public TableRangeBorders(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog is null");
  }

  @Override
  public Border at(Key key) {
    CatalogSnapshot snapshot = catalog.snapshot();
    // The end of a table may be shorter than an id: zeros follow.
    byte[] id = Arrays.copyOf(key.bytes(), KeyLayout.INDEX_ID_OFFSET);
    int tableId = ByteBuffer.wrap(id).getInt();
    boolean isInside = key.length() > KeyLayout.INDEX_ID_OFFSET;
    if (Integer.compareUnsigned(tableId, snapshot.nextObjectId()) >= 0) {
      return Border.TABLE;
    }
    Table table = snapshot.findTable(tableId);
    if (table != null) {
      return isInside && !isBetweenIndexes(table, key) ? Border.INNER : Border.TABLE;
    }
    boolean endsTable = !isInside && snapshot.findTable(tableId - 1) != null;
    return endsTable ? Border.TABLE : Border.ABANDONED;
  }

  /** Returns whether an index of the table begins or ends at the key. */
  private static boolean isBetweenIndexes(Table table, Key key) {
    if (key.length() != KeyLayout.COLUMNS_OFFSET) {
      return false;
    }
    short indexId = ByteBuffer.wrap(key.bytes()).getShort(KeyLayout.INDEX_ID_OFFSET);
    int id = Short.toUnsignedInt(indexId);
    return table.findIndex(id) != null || table.findIndex(id - 1) != null;
  }
}
