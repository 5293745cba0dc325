package dev.colonnade.type.row;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Default values, in stored form, of the projected columns for rows that predate them. Indexed by
 * projected column.
 */
final class ColumnDefaults {
  private final boolean[] isNull;
  private final long[] high;
  private final long[] low;

  /** Bytes of variable-width defaults, in native memory that this object owns. */
  private final MemorySegment[] bytes;

  ColumnDefaults(List<Column> wanted) {
    int count = wanted.size();
    isNull = new boolean[count];
    high = new long[count];
    low = new long[count];
    bytes = new MemorySegment[count];
    for (int i = 0; i < count; i++) {
      Object value = wanted.get(i).defaultValue();
      bytes[i] = MemorySegment.NULL;
      isNull[i] = value == null;
      if (value != null) {
        set(i, wanted.get(i).type(), value);
      }
    }
  }

  boolean isNull(int index) {
    return isNull[index];
  }

  /**
   * Returns a value of up to eight bytes as a long, floating-point as bits; otherwise the lower
   * half.
   */
  long low(int index) {
    return low[index];
  }

  long high(int index) {
    return high[index];
  }

  long address(int index) {
    return bytes[index].address();
  }

  int length(int index) {
    return (int) bytes[index].byteSize();
  }

  private void set(int index, ColumnType type, Object value) {
    switch (type.storage()) {
      case BOOL1 -> low[index] = StoredForm.booleanOf(type, value) ? 1 : 0;
      case INT16 -> low[index] = StoredForm.shortOf(type, value);
      case INT32, ENUM32 -> low[index] = StoredForm.intOf(type, value);
      case INT64 -> low[index] = StoredForm.longOf(type, value);
      case FLOAT32 -> low[index] = Float.floatToIntBits(StoredForm.floatOf(type, value));
      case FLOAT64 -> low[index] = Double.doubleToLongBits(StoredForm.doubleOf(type, value));
      case INT128, BYTES16 -> {
        high[index] = StoredForm.highOf(type, value);
        low[index] = StoredForm.lowOf(type, value);
      }
      case VARIABLE -> {
        byte[] stored = StoredForm.bytesOf(type, value);
        bytes[index] =
            Arena.ofAuto().allocate(Math.max(stored.length, 1)).asSlice(0, stored.length);
        NativeMemory.copy(stored, 0, bytes[index].address(), stored.length);
      }
    }
  }
}
