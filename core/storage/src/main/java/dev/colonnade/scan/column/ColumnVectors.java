package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;

/**
 * Decoded columns of a schema, with the same rows each: the source of {@link
 * BatchBuilder#append(ColumnVectors, int, int)}. Valid while the batches that own the columns are
 * open.
 */
public final class ColumnVectors {
  private final BatchSchema schema;
  private final ColumnVector[] vectors;

  /**
   * @param vectors one vector per column of the schema, of the same type and with the same rows
   */
  public ColumnVectors(BatchSchema schema, ColumnVector[] vectors) {
    this.schema = requireNonNull(schema, "schema is null");
    this.vectors = vectors.clone();
    if (vectors.length != schema.columnCount()) {
      throw new IllegalArgumentException(
          "vectors do not fit the schema: vectors="
              + vectors.length
              + " columns="
              + schema.columnCount());
    }
  }

  ColumnVector vector(int column) {
    return vectors[column];
  }

  /**
   * Returns the variable-width bytes in the rows from {@code start}, included, to {@code end},
   * excluded.
   */
  public long variableBytes(int start, int end) {
    long sum = 0;
    for (int column = 0; column < vectors.length; column++) {
      if (schema.kind(column) == ArrowConversion.VARIABLE) {
        sum += variableBytes(column, start, end);
      }
    }
    return sum;
  }

  /**
   * Returns the variable-width bytes in some rows.
   *
   * @param rows selection vector: the elements from {@code start}, included, to {@code end},
   *     excluded, are rows
   */
  public long variableBytes(int[] rows, int start, int end) {
    long sum = 0;
    for (int column = 0; column < vectors.length; column++) {
      if (schema.kind(column) == ArrowConversion.VARIABLE) {
        sum += variableBytes(column, rows, start, end);
      }
    }
    return sum;
  }

  int variableBytes(int column, int[] rows, int start, int end) {
    ColumnVector vector = vectors[column];
    int sum = 0;
    if (vector.form() == ColumnVector.Form.CODED) {
      for (int i = start; i < end; i++) {
        sum += TextDictionary.entryLength(vector.bytes(), vector.code(rows[i]));
      }
      return sum;
    }
    for (int i = start; i < end; i++) {
      sum += variableBytes(column, rows[i], rows[i] + 1);
    }
    return sum;
  }

  int variableBytes(int column, int start, int end) {
    ColumnVector vector = vectors[column];
    if (vector.form() == ColumnVector.Form.CODED) {
      return TextDictionary.bytesBefore(vector.bytes(), vector.values(), end)
          - TextDictionary.bytesBefore(vector.bytes(), vector.values(), start);
    }
    long offsets = vector.values();
    return NativeMemory.getInt(offsets + (long) BatchLayout.OFFSET_BYTES * end)
        - NativeMemory.getInt(offsets + (long) BatchLayout.OFFSET_BYTES * start);
  }
}
