package dev.colonnade.sql.execute.scan;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes vectors of the columns of a page, which may be closed afterwards. */
final class PageVectors {
  private static final int DECIMAL_BYTES = 16;

  private PageVectors() {}

  /** The rows of a batch that has some. */
  static VectorBatch of(ColumnBatch batch, List<VectorType> types) {
    Vector[] columns = new Vector[types.size()];
    PageReader reader = new PageReader(batch);
    for (int i = 0; i < columns.length; i++) {
      ColumnType stored = batch.schema().columns().get(i).type();
      columns[i] = column(batch, i, stored, types.get(i), reader);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  private static Vector column(
      ColumnBatch batch, int index, ColumnType stored, VectorType type, PageReader reader) {
    int count = batch.rowCount();
    return switch (type.form()) {
      case LONG -> {
        ColumnVector vector = batch.vector(index);
        long[] values = longs(stored, vector.values(), count);
        yield stored instanceof ColumnType.Numeric && hasNaN(values)
            ? held(reader, index, count, type)
            : new LongVector(values, nulls(vector, count));
      }
      case DOUBLE -> {
        ColumnVector vector = batch.vector(index);
        yield new DoubleVector(doubles(vector.values(), count), nulls(vector, count));
      }
      case BOOLEAN -> {
        ColumnVector vector = batch.vector(index);
        yield new BooleanVector(bits(vector.values(), count), nulls(vector, count));
      }
      case TEXT ->
          stored.storage() == StorageKind.VARIABLE
              ? text(batch.vector(index), count)
              : held(reader, index, count, type);
      case OBJECT -> held(reader, index, count, type);
    };
  }

  /** Returns whether a NUMERIC may be NaN, for which the greatest long stands in rows. */
  private static boolean hasNaN(long[] values) {
    boolean found = false;
    for (long value : values) {
      found |= value == Long.MAX_VALUE;
    }
    return found;
  }

  private static long[] longs(ColumnType stored, long address, int count) {
    long[] values = new long[count];
    switch (stored.storage()) {
      case INT16 -> {
        for (int row = 0; row < count; row++) {
          values[row] = NativeMemory.getShort(address + (long) row * Short.BYTES);
        }
      }
      case INT32 -> {
        for (int row = 0; row < count; row++) {
          values[row] = NativeMemory.getInt(address + (long) row * Integer.BYTES);
        }
      }
      case INT64 -> {
        int bytes = stored instanceof ColumnType.Numeric ? DECIMAL_BYTES : Long.BYTES;
        for (int row = 0; row < count; row++) {
          values[row] = NativeMemory.getLong(address + (long) row * bytes);
        }
      }
      default -> throw new IllegalStateException("column is not of longs: type=" + stored);
    }
    return values;
  }

  private static double[] doubles(long address, int count) {
    double[] values = new double[count];
    for (int row = 0; row < count; row++) {
      values[row] =
          Double.longBitsToDouble(NativeMemory.getLong(address + (long) row * Double.BYTES));
    }
    return values;
  }

  private static boolean[] bits(long address, int count) {
    boolean[] values = new boolean[count];
    for (int row = 0; row < count; row++) {
      values[row] = (NativeMemory.getByte(address + (row >> 3)) >> (row & 7) & 1) != 0;
    }
    return values;
  }

  private static boolean @Nullable [] nulls(ColumnVector vector, int count) {
    if (vector.validity() == ColumnVector.NO_ADDRESS) {
      return null;
    }
    boolean[] nulls = bits(vector.validity(), count);
    for (int row = 0; row < count; row++) {
      nulls[row] = !nulls[row];
    }
    return nulls;
  }

  private static TextVector text(ColumnVector vector, int count) {
    int[] starts = new int[count];
    int[] lengths = new int[count];
    int first = NativeMemory.getInt(vector.values());
    int start = first;
    for (int row = 0; row < count; row++) {
      int end = NativeMemory.getInt(vector.values() + (row + 1L) * Integer.BYTES);
      starts[row] = start - first;
      lengths[row] = end - start;
      start = end;
    }
    byte[] bytes = new byte[start - first];
    NativeMemory.copy(vector.bytes() + first, bytes, 0, bytes.length);
    return new TextVector(bytes, starts, lengths, nulls(vector, count));
  }

  private static Vector held(PageReader reader, int index, int count, VectorType type) {
    @Nullable Object[] values = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      values[row] = reader.value(index, row);
    }
    return VectorBuilder.vectorOf(values, type);
  }
}
