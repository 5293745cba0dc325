package dev.colonnade.type.row;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.TableSchema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Encoder of the values of one column family from staged rows. */
final class FamilyWriter {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private final RowLayout layout;
  private final boolean alwaysStored;

  /** By position in the family: the ordinal of the column in the schema. */
  private final int[] ordinals;

  /** By position in the family. */
  private final StorageKind[] kinds;

  FamilyWriter(TableSchema schema, RowLayout layout) {
    this.layout = layout;
    this.alwaysStored = layout.isAlwaysStored();
    this.ordinals =
        layout.columns().stream().mapToInt(column -> schema.ordinal(column.id())).toArray();
    this.kinds =
        layout.columns().stream()
            .map(column -> column.type().storage())
            .toArray(StorageKind[]::new);
  }

  /** Returns whether the row has a value for this family. */
  boolean isStored(StagedRow row) {
    if (alwaysStored) {
      return true;
    }
    for (int ordinal : ordinals) {
      if (!row.isNull(ordinal)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the size of the family's value in bytes. */
  long valueBytes(StagedRow row) {
    long variableBytes = variableBytes(row);
    return layout.variableOffset(isWide(variableBytes)) + variableBytes;
  }

  byte @Nullable [] value(StagedRow row) {
    if (!isStored(row)) {
      return null;
    }
    boolean wide = isWide(variableBytes(row));
    byte[] value = new byte[(int) valueBytes(row)];
    SHORT.set(value, RowValueLayout.SCHEMA_VERSION_OFFSET, (short) layout.schemaVersion());
    value[RowValueLayout.FLAGS_OFFSET] = (byte) (wide ? RowValueLayout.FLAG_WIDE : 0);
    value[RowValueLayout.FORMAT_OFFSET] = RowValueLayout.FORMAT;
    putFixed(value, row);
    putVariable(value, row, wide);
    return value;
  }

  private void putFixed(byte[] value, StagedRow row) {
    for (int i = 0; i < ordinals.length; i++) {
      if (row.isNull(ordinals[i])) {
        int bit = layout.nullBit(i);
        value[bit >>> 3] |= (byte) (1 << (bit & 7));
      } else {
        putSlot(value, i, row);
      }
    }
  }

  private void putSlot(byte[] value, int position, StagedRow row) {
    int offset = layout.slotOffset(position);
    int ordinal = ordinals[position];
    long low = row.low(ordinal);
    switch (kinds[position]) {
      case BOOL1 -> value[offset] = (byte) low;
      case INT16 -> SHORT.set(value, offset, (short) low);
      case INT32, ENUM32, FLOAT32 -> INT.set(value, offset, (int) low);
      case INT64, FLOAT64 -> LONG.set(value, offset, low);
      case INT128 -> {
        LONG.set(value, offset, low);
        LONG.set(value, offset + Long.BYTES, row.high(ordinal));
      }
      case BYTES16 -> {
        LONG.set(value, offset, Long.reverseBytes(row.high(ordinal)));
        LONG.set(value, offset + Long.BYTES, Long.reverseBytes(low));
      }
      case VARIABLE -> {} // written after the slots, in putVariable
    }
  }

  private void putVariable(byte[] value, StagedRow row, boolean wide) {
    int endAt = layout.endOffsetsOffset();
    int variableOffset = layout.variableOffset(wide);
    int end = 0;
    for (int i = 0; i < ordinals.length; i++) {
      if (kinds[i] != StorageKind.VARIABLE) {
        continue;
      }
      int ordinal = ordinals[i];
      if (!row.isNull(ordinal)) {
        System.arraycopy(
            row.bytes(), row.start(ordinal), value, variableOffset + end, row.length(ordinal));
        end += row.length(ordinal);
      }
      if (wide) {
        INT.set(value, endAt, end);
        endAt += RowValueLayout.WIDE_OFFSET_BYTES;
      } else {
        SHORT.set(value, endAt, (short) end);
        endAt += RowValueLayout.NARROW_OFFSET_BYTES;
      }
    }
  }

  private long variableBytes(StagedRow row) {
    long bytes = 0;
    for (int i = 0; i < ordinals.length; i++) {
      if (kinds[i] == StorageKind.VARIABLE && !row.isNull(ordinals[i])) {
        bytes += row.length(ordinals[i]);
      }
    }
    return bytes;
  }

  private static boolean isWide(long variableBytes) {
    return variableBytes > RowValueLayout.NARROW_VARIABLE_BYTES_MAX;
  }
}
