package dev.colonnade.key;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HexFormat;

/**
 * Decoder of keys that {@link KeyWriter} wrote, column by column, from an array. Invalid and
 * truncated keys are rejected with STORE_CORRUPT. {@link NativeKey} is the variant for keys in
 * native memory; this reader is its reference implementation.
 */
public final class KeyReader {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);

  private final byte[] bytes;
  private int position;

  /** Creates a reader that is positioned at the first byte of a stored key. */
  public KeyReader(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes is null");
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return bytes.length - position;
  }

  public long readTableId() {
    return Integer.toUnsignedLong((int) INT.get(bytes, advance(Integer.BYTES)));
  }

  public int readIndexId() {
    return Short.toUnsignedInt((short) SHORT.get(bytes, advance(Short.BYTES)));
  }

  public int readFamily() {
    return readByte();
  }

  /** Reads one byte as it is, without a sign. */
  public int readByte() {
    return bytes[advance(1)] & 0xFF;
  }

  /** Reads the marker of a nullable column: true if the value follows, false for NULL. */
  public boolean readPresent(SortDirection direction) {
    return switch (readByte(direction)) {
      case KeyLayout.MARKER_NULL -> false;
      case KeyLayout.MARKER_PRESENT -> true;
      default -> throw corrupt("null marker is neither 0 nor 1");
    };
  }

  public boolean readBoolean(SortDirection direction) {
    return switch (readByte(direction)) {
      case 0 -> false;
      case 1 -> true;
      default -> throw corrupt("boolean is neither 0 nor 1");
    };
  }

  public short readShort(SortDirection direction) {
    short raw = (short) SHORT.get(bytes, advance(Short.BYTES));
    return (short) (raw ^ Short.MIN_VALUE ^ direction.mask());
  }

  public int readInt(SortDirection direction) {
    return readRawInt(direction) ^ Integer.MIN_VALUE;
  }

  public long readLong(SortDirection direction) {
    return readRawLong(direction) ^ Long.MIN_VALUE;
  }

  public float readFloat(SortDirection direction) {
    return FloatOrder.floatOf(readRawInt(direction));
  }

  public double readDouble(SortDirection direction) {
    return FloatOrder.doubleOf(readRawLong(direction));
  }

  /** Reads the upper half of a 128-bit integer; {@link #readLow} must follow. */
  public long readInt128High(SortDirection direction) {
    return readRawLong(direction) ^ Long.MIN_VALUE;
  }

  /** Reads the upper half of sixteen bytes; {@link #readLow} must follow. */
  public long readBytes16High(SortDirection direction) {
    return readRawLong(direction);
  }

  /** Reads the lower half of a 128-bit integer or of sixteen bytes. */
  public long readLow(SortDirection direction) {
    return readRawLong(direction);
  }

  /** Reads a variable-width value and removes its escapes and terminator. */
  public byte[] readBytes(SortDirection direction) {
    byte[] value = new byte[unescapedLength(direction)];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) readByte(direction);
      if (value[i] == KeyLayout.ESCAPE) {
        position++;
      }
    }
    position += 2;
    return value;
  }

  /** Returns the length of the value at the position, without moving, and checks its escapes. */
  private int unescapedLength(SortDirection direction) {
    int start = position;
    int count = 0;
    while (true) {
      if (readByte(direction) == KeyLayout.ESCAPE) {
        int second = readByte(direction);
        if (second == KeyLayout.END) {
          position = start;
          return count;
        }
        if (second != KeyLayout.ESCAPED_ZERO) {
          throw corrupt("zero byte is neither escaped nor a terminator");
        }
      }
      count++;
    }
  }

  /** Checks that the whole key was read. */
  public void requireEnd() {
    if (remaining() != 0) {
      throw corrupt("bytes after the last column");
    }
  }

  private int readByte(SortDirection direction) {
    return (bytes[advance(1)] ^ direction.mask()) & 0xFF;
  }

  private int readRawInt(SortDirection direction) {
    return (int) INT.get(bytes, advance(Integer.BYTES)) ^ direction.mask();
  }

  private long readRawLong(SortDirection direction) {
    return (long) LONG.get(bytes, advance(Long.BYTES)) ^ direction.mask();
  }

  private int advance(int count) {
    if (count > remaining()) {
      throw corrupt("key ends inside a column");
    }
    int start = position;
    position += count;
    return start;
  }

  private ColonnadeException corrupt(String reason) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        reason
            + ": position="
            + position
            + " length="
            + bytes.length
            + " key="
            + HexFormat.of().formatHex(bytes));
  }
}
