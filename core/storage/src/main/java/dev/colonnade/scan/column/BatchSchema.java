package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Schema of a scan's record batches, with the encoded size of its columns. Immutable; shared by all
 * pages of a scan.
 */
public final class BatchSchema {
  private final List<Column> columns;
  private final boolean isStored;
  private final ArrowConversion[] kinds;
  private final int bufferCount;
  private final int variableCount;
  private final int rowBits;

  /** Creates the schema of batches in Arrow's format. */
  public BatchSchema(List<Column> columns) {
    this(columns, false);
  }

  private BatchSchema(List<Column> columns, boolean isStored) {
    this.columns = List.copyOf(requireNonNull(columns, "columns is null"));
    this.isStored = isStored;
    this.kinds = new ArrowConversion[columns.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kind(columns.get(i), isStored);
    }
    int buffers = 0;
    int variable = 0;
    int bits = 0;
    for (ArrowConversion kind : kinds) {
      boolean isVariable = kind == ArrowConversion.VARIABLE;
      buffers += isVariable ? 3 : 2;
      variable += isVariable ? 1 : 0;
      bits += kind.bits() + 1;
    }
    this.bufferCount = buffers;
    this.variableCount = variable;
    this.rowBits = bits;
  }

  /** Returns the schema of batches in storage width, which are not sent. */
  public static BatchSchema stored(List<Column> columns) {
    return new BatchSchema(columns, true);
  }

  private static ArrowConversion kind(Column column, boolean isStored) {
    ArrowConversion kind = ArrowConversion.of(column.type());
    return isStored && kind == ArrowConversion.DECIMAL8 ? ArrowConversion.COPY8 : kind;
  }

  public List<Column> columns() {
    return columns;
  }

  /** Returns the representation of the columns. */
  ColumnVector.Form form() {
    return isStored ? ColumnVector.Form.STORED : ColumnVector.Form.ARROW;
  }

  /** Returns the enums among the columns by the ids of their dictionaries. */
  public Map<Long, EnumType> dictionaries() {
    Map<Long, EnumType> found = new LinkedHashMap<>();
    for (Column column : columns) {
      if (column.type() instanceof Enumerated(EnumType type)) {
        found.put((long) type.id(), type);
      }
    }
    return found;
  }

  /**
   * Returns the bits of one value of a column: of an enum, those of the index into its dictionary;
   * of a column of variable width, those of an offset.
   */
  public int valueBits(int column) {
    return kinds[column].bits();
  }

  int columnCount() {
    return kinds.length;
  }

  ArrowConversion kind(int column) {
    return kinds[column];
  }

  /** Returns the index of a column's first buffer among the buffers of a batch. */
  int firstBuffer(int column) {
    int buffers = 0;
    for (int i = 0; i < column; i++) {
      buffers += kinds[i] == ArrowConversion.VARIABLE ? 3 : 2;
    }
    return buffers;
  }

  /** Returns the number of Arrow buffers in a batch. */
  int bufferCount() {
    return bufferCount;
  }

  /** Returns whether any column is of variable width. */
  public boolean hasVariable() {
    return variableCount > 0;
  }

  /**
   * Returns an upper bound of the encoded bytes of a batch with {@code rowCount} rows and {@code
   * variableBytes} bytes of variable-width values. It exceeds the actual size by padding and by
   * validity bitmaps of columns without a NULL only.
   */
  public long encodedBytesBound(long rowCount, long variableBytes) {
    return BatchLayout.metadataBytes(kinds.length, bufferCount)
        + (long) bufferCount * BatchLayout.ALIGNMENT_BYTES
        + (long) variableCount * BatchLayout.OFFSET_BYTES
        + BatchLayout.bytesOfBits(rowCount * rowBits)
        + variableBytes;
  }

  /**
   * Returns the most rows whose {@linkplain #encodedBytesBound bound} can be at or below {@code
   * encodedBytes}.
   */
  public long rowsWithin(long encodedBytes) {
    long rest = encodedBytes - encodedBytesBound(0, 0);
    return rowBits == 0 ? Long.MAX_VALUE : Math.max(0, rest) * Byte.SIZE / rowBits;
  }
}
