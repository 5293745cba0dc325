package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.WireEnumLabel;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Constant columns, which have the same value in every row: the default value of rows that are
 * older than the column.
 */
public final class ConstantColumns {
  private static final int SLOT_BYTES = 16;
  private static final byte[] NO_BYTES = {};

  private ConstantColumns() {}

  /**
   * Returns the reader of a column that has this value in every row.
   *
   * @param value NULL if empty
   * @throws ProtocolException if the value does not match the column's type
   */
  public static ColumnReader open(ResultColumn column, Optional<Literal> value) {
    NullMask nulls = value.isPresent() ? NullMask.none() : NullMask.all();
    if (column.type().kind().isVariableWidth()) {
      byte[] bytes = value.isPresent() ? bytesOf(column, value.get()) : NO_BYTES;
      return new ConstantBytesColumn(column, bytes, nulls);
    }
    ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    value.ifPresent(literal -> putSlot(column, literal, slot));
    return FixedColumns.open(column, ValueSlots.dense(slot, 0), nulls);
  }

  private static byte[] bytesOf(ResultColumn column, Literal literal) {
    if (literal instanceof Literal.OfText text && column.type().kind().isText()) {
      return text.value().getBytes(StandardCharsets.UTF_8);
    }
    if (literal instanceof Literal.OfBytes bytes && !column.type().kind().isText()) {
      return bytes.value().toArray();
    }
    throw mismatch(column, literal);
  }

  private static void putSlot(ResultColumn column, Literal literal, ByteBuffer slot) {
    switch (column.type().kind()) {
      case BOOLEAN -> slot.put(0, (byte) (booleanOf(column, literal) ? 1 : 0));
      case SMALLINT -> slot.putShort(0, (short) longOf(column, literal));
      case INTEGER, DATE -> slot.putInt(0, (int) longOf(column, literal));
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> slot.putLong(0, longOf(column, literal));
      case REAL -> slot.putFloat(0, (float) doubleOf(column, literal));
      case DOUBLE -> slot.putDouble(0, doubleOf(column, literal));
      case NUMERIC -> putUnscaled(column, literal, slot);
      case ENUM -> slot.putInt(0, rankOf(column, literal));
      case UUID -> putUuid(column, literal, slot);
      case TEXT, VARCHAR, CHAR, BYTEA -> throw mismatch(column, literal);
    }
  }

  private static boolean booleanOf(ResultColumn column, Literal literal) {
    if (literal instanceof Literal.OfBoolean it) {
      return it.value();
    }
    throw mismatch(column, literal);
  }

  private static long longOf(ResultColumn column, Literal literal) {
    if (literal instanceof Literal.OfLong it) {
      return it.value();
    }
    throw mismatch(column, literal);
  }

  private static double doubleOf(ResultColumn column, Literal literal) {
    if (literal instanceof Literal.OfDouble it) {
      return it.value();
    }
    throw mismatch(column, literal);
  }

  private static void putUnscaled(ResultColumn column, Literal literal, ByteBuffer slot) {
    if (!(literal instanceof Literal.OfDecimal it)) {
      throw mismatch(column, literal);
    }
    try {
      BigInteger unscaled = it.value().setScale(column.type().scale()).unscaledValue();
      slot.putLong(0, Int128.low(unscaled)).putLong(Long.BYTES, Int128.high(unscaled));
    } catch (ArithmeticException tooManyDigits) {
      throw mismatch(column, literal);
    }
  }

  private static int rankOf(ResultColumn column, Literal literal) {
    if (literal instanceof Literal.OfText it) {
      for (WireEnumLabel label : column.type().labels()) {
        if (label.label().equals(it.value())) {
          return label.rank();
        }
      }
    }
    throw mismatch(column, literal);
  }

  private static void putUuid(ResultColumn column, Literal literal, ByteBuffer slot) {
    if (!(literal instanceof Literal.OfUuid it)) {
      throw mismatch(column, literal);
    }
    slot.putLong(0, Long.reverseBytes(it.value().getMostSignificantBits()));
    slot.putLong(Long.BYTES, Long.reverseBytes(it.value().getLeastSignificantBits()));
  }

  private static ProtocolException mismatch(ResultColumn column, Literal literal) {
    return ProtocolException.malformed(
        "missing value is not of the column's type: column="
            + column.name()
            + " type="
            + column.type()
            + " value="
            + literal);
  }

  private static final class ConstantBytesColumn extends ColumnReader {
    private final byte[] bytes;
    private final NullMask nulls;

    ConstantBytesColumn(ResultColumn column, byte[] bytes, NullMask nulls) {
      super(column);
      this.bytes = bytes;
      this.nulls = nulls;
    }

    @Override
    public boolean isNull(int row) {
      return nulls.isNull(row);
    }

    @Override
    public int byteLengthAt(int row) {
      return bytes.length;
    }

    @Override
    public void copyBytesAt(int row, byte[] target, int targetOffset) {
      System.arraycopy(bytes, 0, target, targetOffset, bytes.length);
    }

    @Override
    protected void detach() {
      // No memory of the page is referenced.
    }
  }
}
