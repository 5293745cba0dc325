package dev.colonnade.protocol.tuple;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decoder of tuples in a buffer: {@link #next()} advances to the next tuple and validates it, after
 * which its columns can be read in any order. For arbitrary bytes, {@link #next()} either succeeds
 * or throws {@link ProtocolException}. The caller retains ownership of the buffer, whose reader
 * index advances with each tuple. Not thread-safe.
 */
public final class TupleReader {
  private static final int NULL_OFFSET = -1;

  private final TupleSchema shape;
  private final ByteBuf in;
  private final int[] offsets;
  private final int[] lengthsBytes;

  public TupleReader(TupleSchema shape, ByteBuf in) {
    this.shape = requireNonNull(shape, "shape is null");
    this.in = requireNonNull(in, "in is null");
    this.offsets = new int[shape.columnCount()];
    this.lengthsBytes = new int[shape.columnCount()];
    Arrays.fill(offsets, NULL_OFFSET);
  }

  /** Returns whether the buffer contains bytes of another tuple. */
  public boolean hasNext() {
    return in.isReadable();
  }

  /** Advances to the next tuple. Throws {@link ProtocolException} if it is malformed. */
  public void next() {
    int bitmapStart = in.readerIndex();
    skip(shape.nullBitmapBytes(), -1);
    requireUnusedBitsZero(bitmapStart);
    for (int column = 0; column < offsets.length; column++) {
      if ((in.getByte(bitmapStart + (column >>> 3)) & (1 << (column & 7))) != 0) {
        offsets[column] = NULL_OFFSET;
        lengthsBytes[column] = 0;
      } else {
        locate(column);
      }
    }
  }

  public TupleSchema shape() {
    return shape;
  }

  public boolean isNull(int column) {
    return offsets[column] == NULL_OFFSET;
  }

  public boolean booleanAt(int column) {
    requireKind(column, WireKind.BOOLEAN);
    return in.getByte(offset(column)) != 0;
  }

  public short shortAt(int column) {
    requireKind(column, WireKind.SMALLINT);
    return in.getShortLE(offset(column));
  }

  /** Returns an INTEGER, or a DATE in days since 1970-01-01. */
  public int intAt(int column) {
    requireKind(column, WireKind.INTEGER, WireKind.DATE);
    return in.getIntLE(offset(column));
  }

  /** Returns a BIGINT, or a TIME, TIMESTAMP or TIMESTAMPTZ in microseconds. */
  public long longAt(int column) {
    return switch (shape.kind(column)) {
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> in.getLongLE(offset(column));
      case BOOLEAN, SMALLINT, INTEGER, REAL, DOUBLE, NUMERIC, TEXT, VARCHAR ->
          throw mismatch(column);
      case CHAR, BYTEA, DATE, UUID, ENUM -> throw mismatch(column);
    };
  }

  public float floatAt(int column) {
    requireKind(column, WireKind.REAL);
    return in.getFloatLE(offset(column));
  }

  public double doubleAt(int column) {
    requireKind(column, WireKind.DOUBLE);
    return in.getDoubleLE(offset(column));
  }

  /**
   * Returns the lower 64 bits of a NUMERIC's unscaled value, which is all of it for up to 18
   * digits.
   */
  public long unscaledLowAt(int column) {
    requireKind(column, WireKind.NUMERIC);
    return in.getLongLE(offset(column));
  }

  /** Returns the upper 64 bits of a NUMERIC's unscaled value. */
  public long unscaledHighAt(int column) {
    requireKind(column, WireKind.NUMERIC);
    int offset = offset(column);
    return shape.type(column).isWideNumeric()
        ? in.getLongLE(offset + Long.BYTES)
        : in.getLongLE(offset) >> (Long.SIZE - 1);
  }

  /**
   * Returns a NUMERIC.
   *
   * @throws ArithmeticException if it is NaN
   */
  public BigDecimal decimalAt(int column) {
    WireType type = shape.type(column);
    long low = unscaledLowAt(column);
    if (type.isNaN(unscaledHighAt(column), low)) {
      throw new ArithmeticException("NaN is not a BigDecimal: column=" + column);
    }
    if (!type.isWideNumeric()) {
      return BigDecimal.valueOf(low, type.scale());
    }
    BigInteger unscaled = Int128.of(unscaledHighAt(column), low);
    return new BigDecimal(unscaled, type.scale());
  }

  public long uuidMostSignificantAt(int column) {
    requireKind(column, WireKind.UUID);
    return in.getLong(offset(column));
  }

  public long uuidLeastSignificantAt(int column) {
    requireKind(column, WireKind.UUID);
    return in.getLong(offset(column) + Long.BYTES);
  }

  /** Returns an ENUM as the position of its label in the type's list of labels. */
  public int ordinalAt(int column) {
    requireKind(column, WireKind.ENUM);
    return in.getUnsignedShortLE(offset(column));
  }

  /** Returns a TEXT, VARCHAR or CHAR. */
  public String textAt(int column) {
    requireVariableWidth(column);
    return in.toString(offset(column), lengthsBytes[column], StandardCharsets.UTF_8);
  }

  /** Returns the bytes of a BYTEA, or the UTF-8 bytes of a text. */
  public byte[] bytesAt(int column) {
    byte[] value = new byte[byteLengthAt(column)];
    in.getBytes(offset(column), value);
    return value;
  }

  /** Returns the length of {@link #bytesAt} in bytes. */
  public int byteLengthAt(int column) {
    requireVariableWidth(column);
    return lengthsBytes[column];
  }

  /** Copies the bytes of {@link #bytesAt} into {@code target}. */
  public void copyBytesAt(int column, byte[] target, int targetOffset) {
    in.getBytes(offset(column), target, targetOffset, byteLengthAt(column));
  }

  private void locate(int column) {
    int width = shape.widthBytes(column);
    int length = width == 0 ? readLength(column) : width;
    int offset = in.readerIndex();
    skip(length, column);
    offsets[column] = offset;
    lengthsBytes[column] = length;
    requireValid(column, offset, length);
  }

  private void requireValid(int column, int offset, int length) {
    WireKind kind = shape.kind(column);
    boolean valid = true;
    if (kind.isText()) {
      valid = ByteBufUtil.isText(in, offset, length, StandardCharsets.UTF_8);
    } else if (kind == WireKind.BOOLEAN) {
      valid = in.getUnsignedByte(offset) <= 1;
    } else if (kind == WireKind.ENUM) {
      valid = in.getUnsignedShortLE(offset) < shape.type(column).labels().size();
    }
    if (!valid) {
      throw ProtocolException.malformed(
          "value is not of its type: column=" + column + " type=" + shape.type(column));
    }
  }

  private int readLength(int column) {
    long length = 0;
    for (int i = 0; i < TupleLayout.LENGTH_BYTES_MAX; i++) {
      skip(1, column);
      int next = in.getUnsignedByte(in.readerIndex() - 1);
      length |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        return (int) Math.min(length, Integer.MAX_VALUE);
      }
    }
    throw ProtocolException.malformed("length has too many bytes: column=" + column);
  }

  private void skip(int byteCount, int column) {
    if (in.readableBytes() < byteCount) {
      throw ProtocolException.malformed(
          "tuple is truncated: column="
              + column
              + " needed="
              + byteCount
              + " readable="
              + in.readableBytes());
    }
    in.skipBytes(byteCount);
  }

  private void requireUnusedBitsZero(int bitmapStart) {
    int usedInLast = offsets.length & 7;
    int last = in.getUnsignedByte(bitmapStart + shape.nullBitmapBytes() - 1);
    if (usedInLast != 0 && last >>> usedInLast != 0) {
      throw ProtocolException.malformed("unused bits of the null bitmap are set: byte=" + last);
    }
  }

  private int offset(int column) {
    int offset = offsets[column];
    if (offset == NULL_OFFSET) {
      throw new IllegalStateException("value is NULL: column=" + column);
    }
    return offset;
  }

  private void requireKind(int column, WireKind kind) {
    if (shape.kind(column) != kind) {
      throw mismatch(column);
    }
  }

  private void requireKind(int column, WireKind kind, WireKind otherKind) {
    if (shape.kind(column) != kind && shape.kind(column) != otherKind) {
      throw mismatch(column);
    }
  }

  private void requireVariableWidth(int column) {
    if (!shape.kind(column).isVariableWidth()) {
      throw mismatch(column);
    }
  }

  private IllegalArgumentException mismatch(int column) {
    return new IllegalArgumentException(
        "column has another type: column=" + column + " type=" + shape.type(column));
  }
}
