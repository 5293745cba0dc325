package dev.colonnade.protocol.tuple;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Encoder that appends tuples to a buffer, column by column: {@link #beginTuple()}, one {@code put}
 * for each column in order, {@link #endTuple()}. A put that does not fit the column throws and
 * appends nothing; {@link #abandonTuple()} discards the current tuple. The caller retains ownership
 * of the buffer. Not thread-safe.
 */
public final class TupleWriter {
  private static final int NOT_IN_TUPLE = -1;

  private final TupleSchema shape;
  private final ByteBuf out;
  private int tupleStart;
  private int column = NOT_IN_TUPLE;

  public TupleWriter(TupleSchema shape, ByteBuf out) {
    this.shape = requireNonNull(shape, "shape is null");
    this.out = requireNonNull(out, "out is null");
  }

  public void beginTuple() {
    if (column != NOT_IN_TUPLE) {
      throw new IllegalStateException("a tuple is already started: column=" + column);
    }
    tupleStart = out.writerIndex();
    out.writeZero(shape.nullBitmapBytes());
    column = 0;
  }

  /** Returns whether a tuple has been started and not ended. */
  public boolean isInTuple() {
    return column != NOT_IN_TUPLE;
  }

  /** Returns the column of the next put. */
  public int column() {
    return column;
  }

  public void endTuple() {
    if (column != shape.columnCount()) {
      throw new IllegalStateException(
          "tuple is not complete: column=" + column + " columnCount=" + shape.columnCount());
    }
    column = NOT_IN_TUPLE;
  }

  /** Discards the current tuple, if there is one. */
  public void abandonTuple() {
    if (column != NOT_IN_TUPLE) {
      out.writerIndex(tupleStart);
      column = NOT_IN_TUPLE;
    }
  }

  public void putNull() {
    requireColumn();
    int index = tupleStart + (column >>> 3);
    out.setByte(index, out.getByte(index) | (1 << (column & 7)));
    column++;
  }

  public void putBoolean(boolean value) {
    requireKind(WireKind.BOOLEAN);
    out.writeByte(value ? 1 : 0);
    column++;
  }

  public void putShort(short value) {
    requireKind(WireKind.SMALLINT);
    out.writeShortLE(value);
    column++;
  }

  /** Appends an INTEGER, or a DATE in days since 1970-01-01. */
  public void putInt(int value) {
    requireKind(WireKind.INTEGER, WireKind.DATE);
    out.writeIntLE(value);
    column++;
  }

  /** Appends a BIGINT, or a TIME, TIMESTAMP or TIMESTAMPTZ in microseconds. */
  public void putLong(long value) {
    requireColumn();
    switch (shape.kind(column)) {
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> out.writeLongLE(value);
      case BOOLEAN, SMALLINT, INTEGER, REAL, DOUBLE, NUMERIC, TEXT, VARCHAR -> throw mismatch();
      case CHAR, BYTEA, DATE, UUID, ENUM -> throw mismatch();
    }
    column++;
  }

  public void putFloat(float value) {
    requireKind(WireKind.REAL);
    out.writeFloatLE(value);
    column++;
  }

  public void putDouble(double value) {
    requireKind(WireKind.DOUBLE);
    out.writeDoubleLE(value);
    column++;
  }

  /** Appends a NUMERIC as its value times 10^scale. */
  public void putUnscaled(long unscaled) {
    putUnscaled(unscaled >> (Long.SIZE - 1), unscaled);
  }

  /** Appends a NUMERIC as the two halves of its value times 10^scale. */
  public void putUnscaled(long high, long low) {
    requireKind(WireKind.NUMERIC);
    if (shape.type(column).isWideNumeric()) {
      out.writeLongLE(low);
      out.writeLongLE(high);
    } else if (high == low >> (Long.SIZE - 1)) {
      out.writeLongLE(low);
    } else {
      throw tooLarge(Int128.of(high, low).toString());
    }
    column++;
  }

  /** Appends a NUMERIC, which must have no more digits after the decimal point than the column. */
  public void putDecimal(BigDecimal value) {
    requireKind(WireKind.NUMERIC);
    WireType type = shape.type(column);
    BigDecimal scaled;
    try {
      scaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException tooPrecise) {
      throw tooLarge(value.toString());
    }
    if (scaled.precision() > type.precision()) {
      throw tooLarge(value.toString());
    }
    BigInteger unscaled = scaled.unscaledValue();
    putUnscaled(Int128.high(unscaled), Int128.low(unscaled));
  }

  /** Appends a TEXT, VARCHAR or CHAR. */
  public void putText(CharSequence value) {
    requireText();
    putLength(ByteBufUtil.utf8Bytes(value));
    ByteBufUtil.writeUtf8(out, value);
    column++;
  }

  /** Appends a TEXT, VARCHAR or CHAR that is encoded as UTF-8. */
  public void putUtf8(byte[] utf8) {
    requireText();
    putLength(utf8.length);
    out.writeBytes(utf8);
    column++;
  }

  /** Appends a BYTEA. */
  public void putBytes(byte[] value) {
    requireKind(WireKind.BYTEA);
    putLength(value.length);
    out.writeBytes(value);
    column++;
  }

  public void putUuid(long mostSignificant, long leastSignificant) {
    requireKind(WireKind.UUID);
    out.writeLong(mostSignificant);
    out.writeLong(leastSignificant);
    column++;
  }

  /** Appends an ENUM as the position of its label in the type's list of labels. */
  public void putOrdinal(int ordinal) {
    requireKind(WireKind.ENUM);
    int labelCount = shape.type(column).labels().size();
    if (ordinal < 0 || ordinal >= labelCount) {
      throw new IllegalArgumentException(
          "no such label: column=" + column + " ordinal=" + ordinal + " labelCount=" + labelCount);
    }
    out.writeShortLE(ordinal);
    column++;
  }

  private void putLength(int byteCount) {
    int rest = byteCount;
    while (rest >= 0x80) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  private void requireColumn() {
    if (column < 0 || column >= shape.columnCount()) {
      throw new IllegalStateException(
          "no column to put: column=" + column + " columnCount=" + shape.columnCount());
    }
  }

  private void requireKind(WireKind kind) {
    requireColumn();
    if (shape.kind(column) != kind) {
      throw mismatch();
    }
  }

  private void requireKind(WireKind kind, WireKind otherKind) {
    requireColumn();
    if (shape.kind(column) != kind && shape.kind(column) != otherKind) {
      throw mismatch();
    }
  }

  private void requireText() {
    requireColumn();
    if (!shape.kind(column).isText()) {
      throw mismatch();
    }
  }

  private IllegalArgumentException mismatch() {
    return new IllegalArgumentException(
        "value does not fit the column: column=" + column + " type=" + shape.type(column));
  }

  private IllegalArgumentException tooLarge(String value) {
    return new IllegalArgumentException(
        "value has too many digits: column="
            + column
            + " type="
            + shape.type(column)
            + " value="
            + value);
  }
}
