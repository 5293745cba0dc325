package dev.colonnade.catalog.rule;

import dev.colonnade.key.Key;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the entries of an index out of rows of its table. One thread. */
public final class EntryWriter {
  private static final int COPIED = -1;

  private final TableIndex index;
  private final RowWriter writer;

  /** What stands behind a row's columns before its entry is made. */
  private final List<RowExpression> expressions;

  /** By column of an entry: the ordinal in the row with what stands behind it, or COPIED. */
  private final int[] ordinals;

  private final int[] indexed;
  private final int[] copies;
  private final int[] copied;

  /**
   * A writer of entries.
   *
   * @param schema the table's, which rows are given in
   * @param expressions the index's, ready to be worked out
   */
  public EntryWriter(
      TableIndex index, TableSchema schema, List<RowExpression> expressions, int rowBytesMax) {
    this.index = index;
    this.expressions = List.copyOf(expressions);
    if (expressions.size() != index.descriptor().definition().expressions().size()) {
      throw new IllegalArgumentException("an index has other expressions: index=" + index);
    }
    this.writer = new RowWriter(index.format(), rowBytesMax);
    List<Column> columns = index.schema().columns();
    List<Column> keyCopies = index.keyCopies();
    this.ordinals =
        columns.stream()
            .mapToInt(column -> keyCopies.contains(column) ? COPIED : ordinal(schema, column.id()))
            .toArray();
    this.indexed =
        index.columns().stream()
            .map(KeyColumn::columnId)
            .mapToInt(id -> ordinal(schema, id))
            .toArray();
    this.copies = keyCopies.stream().mapToInt(copy -> index.schema().ordinal(copy.id())).toArray();
    this.copied =
        keyCopies.stream().mapToInt(copy -> schema.ordinal(TableIndex.originalOf(copy))).toArray();
  }

  private static int ordinal(TableSchema schema, int columnId) {
    return IndexExpression.isId(columnId)
        ? schema.columns().size() + IndexExpression.placeOf(columnId)
        : schema.ordinal(columnId);
  }

  public TableIndex index() {
    return index;
  }

  /** A row with the values of the expressions behind it. */
  private @Nullable Object[] whole(@Nullable Object[] row) {
    if (expressions.isEmpty()) {
      return row;
    }
    @Nullable Object[] whole = Arrays.copyOf(row, row.length + expressions.size());
    for (int i = 0; i < expressions.size(); i++) {
      whole[row.length + i] = expressions.get(i).of(row);
    }
    return whole;
  }

  /** Whether a row has a NULL in the index's key, so that it is like no other. */
  private boolean hasNull(@Nullable Object[] row) {
    for (int ordinal : indexed) {
      if (row[ordinal] == null) {
        return true;
      }
    }
    return false;
  }

  /** The entry of a row, values of all columns in the order of the table's schema. */
  public Entry entry(@Nullable Object[] given) {
    @Nullable Object[] row = whole(given);
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
    byte[] value = writer.familyValue(ColumnFamily.FIRST_ID);
    if (value == null) {
      throw new IllegalStateException("an entry has a value for its first family");
    }
    return new Entry(key, value, index.isUnique() && !hasNull(row));
  }

  /** The values of the index's columns in a row. */
  public @Nullable Object[] keyOf(@Nullable Object[] given) {
    @Nullable Object[] row = whole(given);
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
