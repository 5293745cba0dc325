package dev.colonnade.server.translate;

import dev.colonnade.protocol.tuple.TupleReader;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Copier of tuple columns to row writers, without boxing. Not thread-safe. */
final class TupleCopier {
  private static final int SCRATCH_BYTES = 256;

  private final TableSchema schema;
  private final Column[] columns;
  private final int[] ordinals;
  private final Column[] defaulted;
  private byte[] scratch = new byte[SCRATCH_BYTES];

  private TupleCopier(TableSchema schema, List<Column> columns, List<Column> defaulted) {
    this.schema = schema;
    this.columns = columns.toArray(Column[]::new);
    this.ordinals = columns.stream().mapToInt(column -> schema.ordinal(column.id())).toArray();
    this.defaulted = defaulted.toArray(Column[]::new);
  }

  /** Returns a copier for tuples of {@code columns}; other columns remain NULL. */
  static TupleCopier of(TableSchema schema, List<Column> columns) {
    return new TupleCopier(schema, columns, List.of());
  }

  /** Returns a copier for tuples of {@code columns}; other columns get their default. */
  static TupleCopier withDefaults(TableSchema schema, List<Column> columns) {
    Set<Column> present = new HashSet<>(columns);
    List<Column> defaulted =
        schema.columns().stream()
            .filter(column -> column.defaultValue() != null && !present.contains(column))
            .toList();
    return new TupleCopier(schema, columns, defaulted);
  }

  /** Writes all columns of the tuple, and the defaults of the other columns. */
  void put(TupleReader tuple, RowWriter row) {
    for (int i = 0; i < columns.length; i++) {
      put(tuple, i, row);
    }
    for (Column column : defaulted) {
      row.putObject(schema.ordinal(column.id()), column.defaultValue());
    }
  }

  /** Writes the columns of the tuple that are part of the key. */
  void putKey(TupleReader tuple, RowWriter row) {
    for (int i = 0; i < columns.length; i++) {
      if (schema.isKey(columns[i].id())) {
        put(tuple, i, row);
      }
    }
  }

  private void put(TupleReader tuple, int column, RowWriter row) {
    int ordinal = ordinals[column];
    if (tuple.isNull(column)) {
      row.putNull(ordinal);
      return;
    }
    switch (columns[column].type().storage()) {
      case BOOL1 -> row.putBoolean(ordinal, tuple.booleanAt(column));
      case INT16 -> row.putShort(ordinal, tuple.shortAt(column));
      case INT32 -> row.putInt(ordinal, tuple.intAt(column));
      case ENUM32 -> row.putInt(ordinal, TupleValues.rankAt(tuple, column, columns[column].type()));
      case INT64 -> row.putLong(ordinal, longAt(tuple, column));
      case INT128 ->
          row.putInt128(ordinal, tuple.unscaledHighAt(column), tuple.unscaledLowAt(column));
      case BYTES16 ->
          row.putBytes16(
              ordinal, tuple.uuidMostSignificantAt(column), tuple.uuidLeastSignificantAt(column));
      case FLOAT32 -> row.putFloat(ordinal, tuple.floatAt(column));
      case FLOAT64 -> row.putDouble(ordinal, tuple.doubleAt(column));
      case VARIABLE -> putBytes(tuple, column, row);
    }
  }

  private long longAt(TupleReader tuple, int column) {
    return TupleValues.longAt(tuple, column, columns[column].type());
  }

  private void putBytes(TupleReader tuple, int column, RowWriter row) {
    int length = tuple.byteLengthAt(column);
    if (length > scratch.length) {
      scratch = Arrays.copyOf(scratch, Math.max(length, 2 * scratch.length));
    }
    tuple.copyBytesAt(column, scratch, 0);
    row.putBytes(ordinals[column], scratch, 0, length);
  }
}
