package dev.colonnade.key;

import static dev.colonnade.key.KeyLayout.KEY_BYTES_MAX;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Reusable encoder of keys in {@link KeyLayout}, column by column, into a growing array. It boxes
 * no values and, once the array has reached its size, allocates nothing. Not thread-safe.
 */
public final class KeyWriter {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);
  private static final int INITIAL_BYTES = 64;

  private static final int SEARCH_BYTES_MAX = Integer.MAX_VALUE / 4;

  private final int bytesMax;
  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length;

  /** Creates a writer of keys of rows, which have at most {@link KeyLayout#KEY_BYTES_MAX} bytes. */
  public KeyWriter() {
    this(KEY_BYTES_MAX);
  }

  private KeyWriter(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * Returns a writer of keys that are searched. {@link #toKey} cuts a key that is longer than those
   * of rows: no row has the cut key, and the same rows have lesser and greater ones.
   */
  public static KeyWriter forSearch() {
    return new KeyWriter(SEARCH_BYTES_MAX);
  }

  /** Discards the bytes written so far. */
  public KeyWriter reset() {
    length = 0;
    return this;
  }

  /**
   * Discards all but the first {@code newLength} bytes, so that a common prefix is written once.
   */
  public KeyWriter truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "cannot truncate a key: length=" + length + " newLength=" + newLength);
    }
    length = newLength;
    return this;
  }

  public int length() {
    return length;
  }

  /** Returns the internal array: valid up to {@link #length()} and until the next call. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, Math.min(length, KEY_BYTES_MAX));
  }

  public Key toKey() {
    return Key.wrap(toByteArray());
  }

  /** Starts a new key with the ids of its table and index. */
  public KeyWriter begin(long tableId, int indexId) {
    if (tableId < 0
        || tableId > KeyLayout.TABLE_ID_MAX
        || indexId < 0
        || indexId > KeyLayout.INDEX_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "ids do not fit a key: tableId=" + tableId + " indexId=" + indexId);
    }
    length = 0;
    reserve(KeyLayout.COLUMNS_OFFSET);
    INT.set(bytes, KeyLayout.TABLE_ID_OFFSET, (int) tableId);
    SHORT.set(bytes, KeyLayout.INDEX_ID_OFFSET, (short) indexId);
    length = KeyLayout.COLUMNS_OFFSET;
    return this;
  }

  public KeyWriter putFamily(int familyId) {
    if (familyId < 0 || familyId > KeyLayout.FAMILY_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "family id does not fit a key: familyId=" + familyId);
    }
    return putByte(familyId);
  }

  /** Puts the marker of a NULL in a nullable column; nothing else is written for it. */
  public KeyWriter putNull(SortDirection direction) {
    return putByte(KeyLayout.MARKER_NULL ^ direction.mask());
  }

  /** Puts the marker before a value of a nullable column. */
  public KeyWriter putPresent(SortDirection direction) {
    return putByte(KeyLayout.MARKER_PRESENT ^ direction.mask());
  }

  public KeyWriter putBoolean(boolean value, SortDirection direction) {
    return putByte((value ? 1 : 0) ^ direction.mask());
  }

  public KeyWriter putShort(short value, SortDirection direction) {
    reserve(Short.BYTES);
    SHORT.set(bytes, length, (short) (value ^ Short.MIN_VALUE ^ direction.mask()));
    length += Short.BYTES;
    return this;
  }

  public KeyWriter putInt(int value, SortDirection direction) {
    return putRawInt(value ^ Integer.MIN_VALUE ^ direction.mask());
  }

  public KeyWriter putLong(long value, SortDirection direction) {
    return putRawLong(value ^ Long.MIN_VALUE ^ direction.mask());
  }

  public KeyWriter putFloat(float value, SortDirection direction) {
    return putRawInt(FloatOrder.sortable(value) ^ direction.mask());
  }

  public KeyWriter putDouble(double value, SortDirection direction) {
    return putRawLong(FloatOrder.sortable(value) ^ direction.mask());
  }

  /** Puts a 128-bit two's complement integer. */
  public KeyWriter putInt128(long high, long low, SortDirection direction) {
    return putRawLong(high ^ Long.MIN_VALUE ^ direction.mask()).putRawLong(low ^ direction.mask());
  }

  /** Sixteen bytes in their own order, given as two big-endian halves. */
  public KeyWriter putBytes16(long high, long low, SortDirection direction) {
    return putRawLong(high ^ direction.mask()).putRawLong(low ^ direction.mask());
  }

  public KeyWriter putBytes(byte[] value, SortDirection direction) {
    return putBytes(value, 0, value.length, direction);
  }

  /** Puts a variable-width value: UTF-8 text or bytes, escaped and terminated. */
  public KeyWriter putBytes(byte[] value, int offset, int count, SortDirection direction) {
    requireNonNull(value, "value is null");
    // The limit is checked first, so that twice the count (every byte escaped) cannot overflow.
    requireCapacity(count);
    grow(2 * count + 2);
    int mask = direction.mask();
    int at = length;
    for (int i = offset; i < offset + count; i++) {
      byte b = value[i];
      bytes[at++] = (byte) (b ^ mask);
      if (b == KeyLayout.ESCAPE) {
        bytes[at++] = (byte) (KeyLayout.ESCAPED_ZERO ^ mask);
      }
    }
    bytes[at++] = (byte) (KeyLayout.ESCAPE ^ mask);
    bytes[at++] = (byte) (KeyLayout.END ^ mask);
    requireCapacity(at - length);
    length = at;
    return this;
  }

  /** Puts the lower eight bits of a number as they are. */
  public KeyWriter putByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  private KeyWriter putRawInt(int value) {
    reserve(Integer.BYTES);
    INT.set(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  private KeyWriter putRawLong(long value) {
    reserve(Long.BYTES);
    LONG.set(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  private void reserve(int count) {
    requireCapacity(count);
    grow(count);
  }

  private void grow(int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
  }

  private void requireCapacity(int count) {
    if (count > bytesMax - length) {
      throw new ColonnadeException(
          ErrorCode.ROW_TOO_LARGE,
          "key is too long: bytes>=" + ((long) length + count) + " bytesMax=" + bytesMax);
    }
  }
}
