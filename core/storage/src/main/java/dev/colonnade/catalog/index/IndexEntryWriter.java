package dev.colonnade.catalog.index;

import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.order.SortKeys;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encoder of index entries from rows of the table. Not thread-safe. */
public final class IndexEntryWriter {
  /** Ordinal of a copy of a primary key column, which is written for keys with a NULL only. */
  private static final int COPIED = -1;

  private final TableIndex index;
  private final RowWriter writer;

  /** Expressions whose values are appended to a row before its entry is encoded. */
  private final List<RowExpression> expressions;

  /** Marks of the columns of an entry that are sort keys of those at their ordinals. */
  private final boolean[] isSortKey;

  /** Ordinal in the row with appended values, or COPIED; by column of an entry. */
  private final int[] ordinals;

  private final int[] indexed;
  private final int[] copies;
  private final int[] copied;

  /**
   * Creates an encoder.
   *
   * @param schema schema of the table, the layout of the rows
   * @param expressions evaluators of the expressions of the index, in the same order
   * @param rowBytesMax maximum size of an entry in bytes
   */
  public IndexEntryWriter(
      TableIndex index, TableSchema schema, List<RowExpression> expressions, int rowBytesMax) {
    this.index = index;
    this.expressions = List.copyOf(expressions);
    if (expressions.size() != index.descriptor().definition().expressions().size()) {
      throw new IllegalArgumentException(
          "wrong number of expressions: index=" + index + " expressions=" + expressions.size());
    }
    this.writer = new RowWriter(index.format(), rowBytesMax);
    List<Column> columns = index.schema().columns();
    List<Column> keyCopies = index.keyCopies();
    this.ordinals =
        columns.stream()
            .mapToInt(column -> keyCopies.contains(column) ? COPIED : ordinal(schema, column.id()))
            .toArray();
    this.isSortKey = new boolean[columns.size()];
    for (int i = 0; i < isSortKey.length; i++) {
      isSortKey[i] = TableIndex.isSortKey(columns.get(i).id());
    }
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
    if (TableIndex.isSortKey(columnId)) {
      return ordinal(schema, TableIndex.sourceOf(columnId));
    }
    return IndexExpression.isId(columnId)
        ? schema.columns().size() + IndexExpression.positionOf(columnId)
        : schema.ordinal(columnId);
  }

  public TableIndex index() {
    return index;
  }

  /** Returns the row with the values of the expressions appended. */
  private @Nullable Object[] withExpressionValues(@Nullable Object[] row) {
    if (expressions.isEmpty()) {
      return row;
    }
    @Nullable Object[] extended = Arrays.copyOf(row, row.length + expressions.size());
    for (int i = 0; i < expressions.size(); i++) {
      extended[row.length + i] = expressions.get(i).evaluate(row);
    }
    return extended;
  }

  /**
   * Returns whether a row has a NULL in a column of the index by which its key equals no other key.
   */
  private boolean isDistinct(@Nullable Object[] row) {
    if (!index.descriptor().definition().nullsDistinct()) {
      return false;
    }
    for (int ordinal : indexed) {
      if (row[ordinal] == null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the entry of a row.
   *
   * @param tableRow values of all columns in the order of the table's schema
   */
  public Entry entry(@Nullable Object[] tableRow) {
    @Nullable Object[] row = withExpressionValues(tableRow);
    writer.reset();
    for (int i = 0; i < ordinals.length; i++) {
      if (ordinals[i] != COPIED) {
        Object value = row[ordinals[i]];
        writer.putObject(i, value != null && isSortKey[i] ? sortKey(i, value) : value);
      }
    }
    boolean needsCopies = copies.length > 0 && isDistinct(row);
    for (int i = 0; needsCopies && i < copies.length; i++) {
      writer.putObject(copies[i], row[copied[i]]);
    }
    Key key = writer.finish();
    byte[] value = writer.familyValue(ColumnFamily.FIRST_ID);
    if (value == null) {
      throw new IllegalStateException(
          "index entry has no value for its first family: index=" + index);
    }
    return new Entry(key, value, index.isUnique() && !isDistinct(row));
  }

  private byte[] sortKey(int column, Object value) {
    int source = TableIndex.sourceOf(index.schema().columns().get(column).id());
    return SortKeys.encode((ColumnType.Packed) index.schema().column(source).type(), value);
  }

  /** Returns the values of the index columns in a row. */
  public @Nullable Object[] keyOf(@Nullable Object[] tableRow) {
    @Nullable Object[] row = withExpressionValues(tableRow);
    @Nullable Object[] values = new @Nullable Object[indexed.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[indexed[i]];
    }
    return values;
  }

  /**
   * Encoded index entry.
   *
   * @param isUnique whether no other row may have this key
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record Entry(Key key, byte[] value, boolean isUnique) {}
}
