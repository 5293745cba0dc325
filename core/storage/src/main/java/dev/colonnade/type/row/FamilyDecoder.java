package dev.colonnade.type.row;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of one value of a family, that is, of the columns of one family of one row. The bounds of
 * the value are checked once; each column is then found by the offsets of its {@link RowLayout}.
 * One thread.
 */
public final class FamilyDecoder {
  private final int familyId;

  /** Layout of the value's schema version; null if the row has no value for the family. */
  private final @Nullable RowLayout layout;

  private final ByteBuffer bytes;
  private final boolean isWide;

  /** Position of the column that is likely to be decoded next. */
  private int next;

  private FamilyDecoder(
      int familyId, @Nullable RowLayout layout, ByteBuffer bytes, boolean isWide) {
    this.familyId = familyId;
    this.layout = layout;
    this.bytes = bytes;
    this.isWide = isWide;
  }

  static FamilyDecoder of(RowFormat format, int familyId, byte @Nullable [] value) {
    if (value == null) {
      return new FamilyDecoder(familyId, null, ByteBuffer.allocate(0), false);
    }
    requireRow(value);
    ByteBuffer bytes = ByteBuffer.wrap(value).order(LITTLE_ENDIAN);
    int version = Short.toUnsignedInt(bytes.getShort(RowValueLayout.SCHEMA_VERSION_OFFSET));
    RowLayout layout = format.layout(version, familyId);
    boolean isWide = (value[RowValueLayout.FLAGS_OFFSET] & RowValueLayout.FLAG_WIDE) != 0;
    FamilyDecoder decoder = new FamilyDecoder(familyId, layout, bytes, isWide);
    decoder.requireBounds(layout);
    return decoder;
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

  private void requireBounds(RowLayout known) {
    int variableBytes = bytes.capacity() - known.variableOffset(isWide);
    if (variableBytes < 0) {
      throw corrupt("value ends before its columns do", bytes.capacity());
    }
    if (variableBytes != start(known, known.variableCount())) {
      throw corrupt("value does not end where its last column does", bytes.capacity());
    }
  }

  /** Returns the family whose columns are decoded. */
  int familyId() {
    return familyId;
  }

  /** Returns the value of a column; its default if the value does not contain it. */
  public @Nullable Object decode(Column wanted) {
    int position = layout == null ? RowLayout.NONE : position(layout, wanted.id());
    if (layout == null || position == RowLayout.NONE) {
      return wanted.defaultValue();
    }
    next = position + 1;
    int bit = layout.nullBit(position);
    if ((bytes.get(bit / Byte.SIZE) >> (bit % Byte.SIZE) & 1) != 0) {
      return null;
    }
    ColumnType type = layout.columns().get(position).type();
    return type.storage().isVariable()
        ? variable(layout, type, layout.variableOrdinal(position))
        : fixed(type, layout.slotOffset(position));
  }

  private int position(RowLayout known, int columnId) {
    List<Column> columns = known.columns();
    return next < columns.size() && columns.get(next).id() == columnId
        ? next
        : known.position(columnId);
  }

  private Object fixed(ColumnType type, int slot) {
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

  private Object variable(RowLayout known, ColumnType type, int ordinal) {
    int offset = known.variableOffset(isWide);
    int start = start(known, ordinal);
    int end = start(known, ordinal + 1);
    if (start < 0 || start > end || end > bytes.capacity() - offset) {
      throw corrupt("end offsets do not ascend: start=" + start + " end=" + end, bytes.capacity());
    }
    byte[] value = new byte[end - start];
    bytes.get(offset + start, value);
    return StoredForm.fromBytes(type, value);
  }

  /** Returns where a variable-width column starts, that is, where the one before it ends. */
  private int start(RowLayout known, int ordinal) {
    if (ordinal == 0) {
      return 0;
    }
    int before = known.endOffsetsOffset();
    return isWide
        ? bytes.getInt(before + (ordinal - 1) * RowValueLayout.WIDE_OFFSET_BYTES)
        : Short.toUnsignedInt(
            bytes.getShort(before + (ordinal - 1) * RowValueLayout.NARROW_OFFSET_BYTES));
  }

  private static ColonnadeException corrupt(String reason, int length) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, reason + ": length=" + length);
  }
}
