package dev.colonnade.storage.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeyReader;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.ColumnFamily;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Row boundaries in key space, from the catalog. */
public final class TableRowBoundaries implements RowBoundaries {
  private final Catalog catalog;

  /** Codec of the key before, which the next key is likely to have. A race replaces it only. */
  private @Nullable Latest latest;

  /** Codec of the keys with a prefix in a state of the catalog. */
  private record Latest(CatalogSnapshot snapshot, Key prefix, KeyCodec codec) {}

  public TableRowBoundaries(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog is null");
  }

  /**
   * {@inheritDoc}
   *
   * <p>A key that is longer than its row key is truncated to it, also in tables with one key per
   * row: a part of the row's history is stored between the two.
   */
  @Override
  public Key rowStart(Key key) {
    KeyCodec codec = codec(key);
    if (codec == null) {
      return key;
    }
    int rowKeyBytes = rowKeyBytes(codec, key);
    return rowKeyBytes < key.length() ? Key.wrap(Arrays.copyOf(key.bytes(), rowKeyBytes)) : key;
  }

  @Override
  public boolean startsRow(Key key) {
    KeyCodec codec = codec(key);
    return codec == null || codec.familyOf(key) == ColumnFamily.FIRST_ID;
  }

  /**
   * Returns the codec of the key's table or index; null if the key belongs to none, or ends before
   * its first column.
   */
  private @Nullable KeyCodec codec(Key key) {
    if (key.isInfinity() || key.length() <= KeyLayout.COLUMNS_OFFSET) {
      return null;
    }
    CatalogSnapshot snapshot = catalog.snapshot();
    Latest known = latest;
    if (known != null && known.snapshot() == snapshot && key.startsWith(known.prefix())) {
      return known.codec();
    }
    KeyCodec codec = codec(ByteBuffer.wrap(key.bytes()), snapshot);
    if (codec != null) {
      Key prefix = Key.wrap(Arrays.copyOf(key.bytes(), KeyLayout.COLUMNS_OFFSET));
      latest = new Latest(snapshot, prefix, codec);
    }
    return codec;
  }

  private static @Nullable KeyCodec codec(ByteBuffer key, CatalogSnapshot snapshot) {
    Table table = snapshot.findTableOrDropped(key.getInt(KeyLayout.TABLE_ID_OFFSET));
    if (table == null) {
      return null;
    }
    int indexId = Short.toUnsignedInt(key.getShort(KeyLayout.INDEX_ID_OFFSET));
    RowFormat format = table.findFormat(indexId);
    return format == null ? null : format.keyCodec();
  }

  /**
   * Returns the number of bytes of a key that are its row key; all of them if it ends before its
   * last column does.
   */
  private static int rowKeyBytes(KeyCodec codec, Key key) {
    KeyReader reader = new KeyReader(key.bytes());
    reader.readTableId();
    reader.readIndexId();
    try {
      codec.skipColumns(reader);
      return reader.position();
    } catch (ColonnadeException cutShort) {
      return key.length();
    }
  }
}
