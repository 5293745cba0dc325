package dev.colonnade.catalog.rule;

import dev.colonnade.key.Key;
import dev.colonnade.type.Column;
import dev.colonnade.type.Family;
import dev.colonnade.type.KeyColumn;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.row.RowWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the entries of an index out of rows of its table. One thread. */
public final class EntryWriter {
  private static final int COPIED = -1;

  private final TableIndex index;
  private final RowWriter writer;

  /** By column of an entry: the ordinal in the table's schema, or COPIED. */
  private final int[] ordinals;

  private final int[] indexed;
  private final int[] copies;
  private final int[] copied;

  /**
   * A writer of entries.
   *
   * @param schema the table's, which rows are given in
   */
  public EntryWriter(TableIndex index, TableSchema schema, int rowBytesMax) {
    this.index = index;
    this.writer = new RowWriter(index.format(), rowBytesMax);
    List<Column> columns = index.schema().columns();
    List<Column> keyCopies = index.keyCopies();
    this.ordinals =
        columns.stream()
            .mapToInt(column -> keyCopies.contains(column) ? COPIED : schema.ordinal(column.id()))
            .toArray();
    this.indexed =
        index.columns().stream().map(KeyColumn::columnId).mapToInt(schema::ordinal).toArray();
    this.copies = keyCopies.stream().mapToInt(copy -> index.schema().ordinal(copy.id())).toArray();
    this.copied =
        keyCopies.stream().mapToInt(copy -> schema.ordinal(TableIndex.originalOf(copy))).toArray();
  }

  public TableIndex index() {
    return index;
  }

  /** Whether a row has a NULL in the index's key, so that it is like no other. */
  public boolean hasNull(@Nullable Object[] row) {
    for (int ordinal : indexed) {
      if (row[ordinal] == null) {
        return true;
      }
    }
    return false;
  }

  /** The entry of a row, values of all columns in the order of the table's schema. */
  public Entry entry(@Nullable Object[] row) {
    writer.reset();
    for (int i = 0; i < ordinals.length; i++) {
      if (ordinals[i] != COPIED) {
        writer.putObject(i, row[ordinals[i]]);
      }
    }
    boolean isUnlike = copies.length > 0 && hasNull(row);
    for (int i = 0; isUnlike && i < copies.length; i++) {
      writer.putObject(copies[i], row[copied[i]]);
    }
    Key key = writer.finish();
    byte[] value = writer.familyValue(Family.FIRST_ID);
    if (value == null) {
      throw new IllegalStateException("an entry has a value for its first family");
    }
    return new Entry(key, value, index.isUnique() && !hasNull(row));
  }

  /** The values of the index's columns in a row. */
  public @Nullable Object[] keyOf(@Nullable Object[] row) {
    @Nullable Object[] values = new @Nullable Object[indexed.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[indexed[i]];
    }
    return values;
  }

  /**
   * An entry.
   *
   * @param isUnique whether no other row may have this key
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record Entry(Key key, byte[] value, boolean isUnique) {}
}
