package dev.colonnade.type.row;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of rows in arrays to Java values, column by column and without a precomputed layout. For
 * cold paths, and the reference implementation that {@link RowAccessor} is tested against.
 */
public final class RowDecoder {
  private final RowFormat format;

  public RowDecoder(RowFormat format) {
    this.format = requireNonNull(format, "format is null");
  }

  /** Returns the values of all columns of the latest schema version, in its order. */
  public @Nullable Object[] decode(Key rowKey, Map<Integer, byte[]> valuesByFamily) {
    return decode(rowKey, valuesByFamily, format.latest().columns());
  }

  /**
   * Returns the values of the projected columns of a row. Families for which the row has no value
   * are not in the map; columns that a value does not contain read as their default.
   */
  public @Nullable Object[] decode(
      Key rowKey, Map<Integer, byte[]> valuesByFamily, List<Column> wanted) {
    TableSchema schema = format.latest();
    @Nullable Object[] keyValues = format.keyCodec().decode(rowKey);
    @Nullable Object[] row = new @Nullable Object[wanted.size()];
    for (int i = 0; i < row.length; i++) {
      Column column = wanted.get(i);
      int keyPart = schema.keyPart(column.id());
      row[i] = keyPart >= 0 ? keyValues[keyPart] : decode(column, valuesByFamily);
    }
    return row;
  }

  private @Nullable Object decode(Column column, Map<Integer, byte[]> valuesByFamily) {
    int familyId = format.latest().familyOf(column.id()).id();
    byte[] value = valuesByFamily.get(familyId);
    return value == null ? column.defaultValue() : decode(column, familyId, value);
  }

  /** Returns one column of a value of its family. */
  public @Nullable Object decode(Column wanted, int familyId, byte[] value) {
    requireRow(value);
    ByteBuffer bytes = ByteBuffer.wrap(value).order(LITTLE_ENDIAN);
    int version = Short.toUnsignedInt(bytes.getShort(RowValueLayout.SCHEMA_VERSION_OFFSET));
    TableSchema schema = format.history().version(version);
    List<Column> columns = schema.columnsOf(schema.family(familyId));
    boolean wide = (value[RowValueLayout.FLAGS_OFFSET] & RowValueLayout.FLAG_WIDE) != 0;
    int[] ends = ends(bytes, columns, wide);
    int slot = slotsOffset(columns);
    int variableOffset = value.length - (ends.length == 0 ? 0 : ends[ends.length - 1]);
    int ordinal = 0;
    for (int i = 0; i < columns.size(); i++) {
      ColumnType type = columns.get(i).type();
      if (columns.get(i).id() == wanted.id()) {
        int start = ordinal == 0 ? 0 : ends[ordinal - 1];
        return isNull(value, i)
            ? null
            : type.storage().isVariable()
                ? variable(type, value, variableOffset, start, ends[ordinal])
                : fixed(type, bytes, slot);
      }
      slot += type.storage().slotBytes();
      ordinal += type.storage().isVariable() ? 1 : 0;
    }
    return wanted.defaultValue();
  }

  private static Object fixed(ColumnType type, ByteBuffer bytes, int slot) {
    return switch (type.storage()) {
      case BOOL1 -> bytes.get(slot) != 0;
      case INT16 -> bytes.getShort(slot);
      case INT32, ENUM32 -> StoredForm.fromInt(type, bytes.getInt(slot));
      case INT64 -> StoredForm.fromLong(type, bytes.getLong(slot));
      case FLOAT32 -> bytes.getFloat(slot);
      case FLOAT64 -> bytes.getDouble(slot);
      case INT128 ->
          StoredForm.fromHalves(type, bytes.getLong(slot + Long.BYTES), bytes.getLong(slot));
      case BYTES16 ->
          StoredForm.fromHalves(
              type,
              Long.reverseBytes(bytes.getLong(slot)),
              Long.reverseBytes(bytes.getLong(slot + Long.BYTES)));
      case VARIABLE -> throw new AssertionError("a variable-width column has no slot");
    };
  }

  private static Object variable(ColumnType type, byte[] value, int offset, int start, int end) {
    if (start < 0 || start > end || end > value.length - offset) {
      throw corrupt("end offsets do not ascend: start=" + start + " end=" + end, value.length);
    }
    return StoredForm.fromBytes(type, Arrays.copyOfRange(value, offset + start, offset + end));
  }

  private static boolean isNull(byte[] value, int position) {
    int bits = value[RowValueLayout.NULL_BITMAP_OFFSET + position / Byte.SIZE];
    return (bits >> (position % Byte.SIZE) & 1) != 0;
  }

  private static int slotsOffset(List<Column> columns) {
    return RowValueLayout.NULL_BITMAP_OFFSET + (columns.size() + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Returns the end offsets, after checking them and the slots against the length of the value. */
  private static int[] ends(ByteBuffer bytes, List<Column> columns, boolean wide) {
    int offset = slotsOffset(columns);
    int count = 0;
    for (Column column : columns) {
      offset += column.type().storage().slotBytes();
      count += column.type().storage().isVariable() ? 1 : 0;
    }
    int width = wide ? RowValueLayout.WIDE_OFFSET_BYTES : RowValueLayout.NARROW_OFFSET_BYTES;
    int variableBytes = bytes.capacity() - offset - count * width;
    if (variableBytes < 0) {
      throw corrupt("value ends before its columns do", bytes.capacity());
    }
    int[] ends = new int[count];
    for (int i = 0; i < count; i++) {
      int at = offset + i * width;
      ends[i] = wide ? bytes.getInt(at) : Short.toUnsignedInt(bytes.getShort(at));
    }
    if (variableBytes != (count == 0 ? 0 : ends[count - 1])) {
      throw corrupt("value does not end where its last column does", bytes.capacity());
    }
    return ends;
  }

  private static void requireRow(byte[] value) {
    if (value.length < RowValueLayout.HEADER_BYTES) {
      throw corrupt("value is shorter than its header", value.length);
    }
    int flags = value[RowValueLayout.FLAGS_OFFSET];
    if (value[RowValueLayout.FORMAT_OFFSET] != RowValueLayout.FORMAT
        || (flags & ~RowValueLayout.FLAG_WIDE) != 0) {
      throw corrupt("not a row: flags=" + flags, value.length);
    }
  }

  private static ColonnadeException corrupt(String reason, int length) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, reason + ": length=" + length);
  }
}
