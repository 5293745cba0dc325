package dev.colonnade.scan;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.TextDictionary;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Decoder of pages of vectors to Java values. */
final class VectorRows {
  private VectorRows() {}

  static List<List<@Nullable Object>> of(VectorPage page, List<Column> columns) {
    VectorPage.Rows rows = page.rows();
    int[] selection = rows.selection();
    return rows(
        columns,
        page::vector,
        rows.count(),
        row -> selection == null ? rows.first() + row : selection[row]);
  }

  static List<List<@Nullable Object>> of(ColumnPage page, List<Column> columns) {
    return rows(columns, page.batch()::vector, page.rowCount(), row -> row);
  }

  private static List<List<@Nullable Object>> rows(
      List<Column> columns,
      IntFunction<ColumnVector> vectors,
      int count,
      IntFunction<Integer> positions) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      @Nullable Object[] values = new @Nullable Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(columns.get(i).type(), vectors.apply(i), positions.apply(row));
      }
      rows.add(CellValues.row(values));
    }
    return rows;
  }

  private static @Nullable Object value(ColumnType type, ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    long at = vector.values();
    return switch (type.storage()) {
      case BOOL1 -> (NativeMemory.getByte(at + row / 8) >>> (row & 7) & 1) != 0;
      case INT16 -> inRange(vector, NativeMemory.getShort(at + 2L * row));
      case INT32 -> StoredForm.fromInt(type, inRange(vector, NativeMemory.getInt(at + 4L * row)));
      case INT64 -> StoredForm.fromLong(type, inRange(vector, NativeMemory.getLong(at + 8L * row)));
      case INT128 ->
          StoredForm.fromHalves(
              type, NativeMemory.getLong(at + 16L * row + 8), NativeMemory.getLong(at + 16L * row));
      case FLOAT32 -> Float.intBitsToFloat(NativeMemory.getInt(at + 4L * row));
      case FLOAT64 -> Double.longBitsToDouble(NativeMemory.getLong(at + 8L * row));
      case BYTES16 ->
          StoredForm.fromHalves(
              type,
              NativeMemory.getLongBigEndian(at + 16L * row),
              NativeMemory.getLongBigEndian(at + 16L * row + 8));
      case ENUM32 ->
          ((Enumerated) type).type().labels().get(NativeMemory.getShort(at + 2L * row)).label();
      case VARIABLE -> StoredForm.fromBytes(type, bytes(vector, row));
    };
  }

  private static byte[] bytes(ColumnVector vector, int row) {
    if (vector.form() == ColumnVector.Form.CODED) {
      int code = vector.code(row);
      return NativeMemory.bytes(
          TextDictionary.entryAddress(vector.bytes(), code),
          TextDictionary.entryLength(vector.bytes(), code));
    }
    int start = NativeMemory.getInt(vector.values() + 4L * row);
    int end = NativeMemory.getInt(vector.values() + 4L * (row + 1L));
    return NativeMemory.bytes(vector.bytes() + start, end - start);
  }

  private static short inRange(ColumnVector vector, short value) {
    return (short) inRange(vector, (long) value);
  }

  private static int inRange(ColumnVector vector, int value) {
    return (int) inRange(vector, (long) value);
  }

  private static long inRange(ColumnVector vector, long value) {
    if (vector.range() != null && (value < vector.range().min() || value > vector.range().max())) {
      throw new AssertionError("value is not in the range: value=" + value + " " + vector.range());
    }
    return value;
  }
}
