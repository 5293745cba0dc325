package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.split.plan.RangeBorders;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Knows by the catalogue where tables begin and end.
 *
 * <p>Ids are never reused: what belongs to an id that was given out and is no table's any more, or
 * never was, is abandoned for ever. What belongs to an id that was not given out may be a table's
 * in a moment, whose ranges are made before it is in the catalogue.
 */
final class TableBorders implements RangeBorders {
  private final Catalog catalog;

  TableBorders(Catalog catalog) {
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

  /** Whether an index of the table begins at the key, or ends. */
  private static boolean isBetweenIndexes(Table table, Key key) {
    if (key.length() != KeyLayout.COLUMNS_OFFSET) {
      return false;
    }
    short indexId = ByteBuffer.wrap(key.bytes()).getShort(KeyLayout.INDEX_ID_OFFSET);
    int id = Short.toUnsignedInt(indexId);
    return table.findIndex(id) != null || table.findIndex(id - 1) != null;
  }
}
