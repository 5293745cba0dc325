package dev.colonnade.catalog.index;

import dev.colonnade.key.Key;
import dev.colonnade.type.row.RowAccessor;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoder of index entries from stored rows in place, or from rows that are being encoded. It makes
 * no objects of their values, unlike {@link IndexEntryWriter}. For tables of one column family and
 * indexes without predicates, expressions and sort keys. Not thread-safe.
 */
public final class StoredEntryWriter {
  private final TableIndex index;
  private final boolean hasDistinctNulls;
  private final RowAccessor row;
  private final RowWriter writer;

  /** Ordinals in the entry of the columns of the accessor. */
  private final int[] ordinals;

  /** Ordinals in the table of the columns of the accessor. */
  private final int[] sources;

  /** Columns of the accessor that are columns of the index. */
  private final int[] indexed;

  /** Ordinals in the entry of copies of the columns of the primary key. */
  private final int[] copies;

  /** Columns of the accessor that are copied. */
  private final int[] copied;

  /**
   * Creates an encoder for an index that {@link #isFor} accepts.
   *
   * @param table format of the rows
   * @param rowBytesMax maximum size of an entry in bytes
   */
  public StoredEntryWriter(TableIndex index, RowFormat table, int rowBytesMax) {
    TableSchema schema = table.latest();
    if (!isFor(index, schema)) {
      throw new IllegalArgumentException("entries need more than stored values: index=" + index);
    }
    this.index = index;
    hasDistinctNulls = index.descriptor().definition().nullsDistinct();
    writer = new RowWriter(index.format(), rowBytesMax);
    List<Column> keyCopies = index.keyCopies();
    List<Column> wanted = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    for (Column column : index.schema().columns()) {
      if (!keyCopies.contains(column)) {
        wanted.add(schema.column(column.id()));
        targets.add(index.schema().ordinal(column.id()));
      }
    }
    List<Integer> ids = wanted.stream().map(Column::id).toList();
    row = new RowAccessor(table, ColumnFamily.FIRST_ID, wanted);
    sources = ids.stream().mapToInt(schema::ordinal).toArray();
    ordinals = targets.stream().mapToInt(Integer::intValue).toArray();
    indexed = index.columns().stream().mapToInt(part -> ids.indexOf(part.columnId())).toArray();
    copies = keyCopies.stream().mapToInt(copy -> index.schema().ordinal(copy.id())).toArray();
    copied =
        keyCopies.stream().mapToInt(copy -> ids.indexOf(TableIndex.originalOf(copy))).toArray();
  }

  /** Returns whether all rows have entries that consist of stored values of one family. */
  public static boolean isFor(TableIndex index, TableSchema table) {
    Index.Definition definition = index.descriptor().definition();
    return table.families().size() == 1
        && !index.hasSortKeys()
        && definition.predicate() == null
        && definition.expressions().isEmpty();
  }

  /** Returns the entry of a row, in memory that stays valid until this returns. */
  public IndexEntryWriter.Entry entry(
      long keyAddress, int keyLength, long valueAddress, int valueLength) {
    row.position(keyAddress, keyLength, valueAddress, valueLength);
    writer.reset();
    for (int i = 0; i < ordinals.length; i++) {
      writer.putStored(ordinals[i], row, i);
    }
    boolean isDistinct = false;
    for (int i = 0; hasDistinctNulls && i < indexed.length; i++) {
      isDistinct |= row.isNull(indexed[i]);
    }
    for (int i = 0; isDistinct && i < copies.length; i++) {
      writer.putStored(copies[i], row, copied[i]);
    }
    return finish(isDistinct);
  }

  /** Returns the entry of the row that a writer of the table has finished. */
  public IndexEntryWriter.Entry entry(RowWriter table) {
    writer.reset();
    for (int i = 0; i < ordinals.length; i++) {
      writer.putStaged(ordinals[i], table, sources[i]);
    }
    boolean isDistinct = false;
    for (int i = 0; hasDistinctNulls && i < indexed.length; i++) {
      isDistinct |= table.isNull(sources[indexed[i]]);
    }
    for (int i = 0; isDistinct && i < copies.length; i++) {
      writer.putStaged(copies[i], table, sources[copied[i]]);
    }
    return finish(isDistinct);
  }

  /**
   * Returns the entry of the present row.
   *
   * @param isDistinct whether the row has a NULL by which its key equals no other key
   */
  private IndexEntryWriter.Entry finish(boolean isDistinct) {
    Key key = writer.finish();
    byte[] value = writer.familyValue(0);
    if (value == null) {
      throw new IllegalStateException("index entry has no value: index=" + index);
    }
    return new IndexEntryWriter.Entry(key, value, index.isUnique() && !isDistinct);
  }
}
