package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.memory.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The first bytes of every value in {@code ROWS}. Integers are little-endian.
 *
 * <pre>
 *   0                  8                10      11       12
 *   +------------------+----------------+-------+--------+-- ...
 *   | commit timestamp | schema version | flags | format | row
 *   | i64              | u16            | u8    | u8     |
 *   +------------------+----------------+-------+--------+-- ...
 *
 *   flags   bit 0  tombstone: the key has no value since that timestamp, and no row follows
 * </pre>
 *
 * <p>Whoever makes a value leaves the timestamp zero; the commit fills it in. Schema version and
 * format belong to the row that follows and are not looked at here.
 */
public final class VersionHeader {
  public static final int TIMESTAMP_OFFSET = 0;
  public static final int SCHEMA_VERSION_OFFSET = 8;
  public static final int FLAGS_OFFSET = 10;
  public static final int FORMAT_OFFSET = 11;

  /** Bytes of the header. */
  public static final int BYTES = 12;

  public static final int FLAG_TOMBSTONE = 0x01;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private VersionHeader() {}

  /** The commit timestamp of {@code value}. */
  public static long timestamp(byte[] value) {
    return (long) LONG.get(value, TIMESTAMP_OFFSET);
  }

  /** The commit timestamp of the value at {@code address}. */
  public static long timestamp(long address) {
    return NativeMemory.getLong(address + TIMESTAMP_OFFSET);
  }

  /** Whether {@code value} says that its key has none. */
  public static boolean isTombstone(byte[] value) {
    return (value[FLAGS_OFFSET] & FLAG_TOMBSTONE) != 0;
  }

  /** Whether the value at {@code address} says that its key has none. */
  public static boolean isTombstone(long address) {
    return (NativeMemory.getByte(address + FLAGS_OFFSET) & FLAG_TOMBSTONE) != 0;
  }

  /** Fills in the commit timestamp. */
  public static void setTimestamp(byte[] value, long timestamp) {
    LONG.set(value, TIMESTAMP_OFFSET, timestamp);
  }

  /** A new tombstone, its timestamp zero. */
  public static byte[] tombstone() {
    byte[] value = new byte[BYTES];
    value[FLAGS_OFFSET] = FLAG_TOMBSTONE;
    return value;
  }

  /** Fails unless a value of so many bytes, read from the store, can have a header. */
  public static void requireComplete(int valueBytes) {
    if (valueBytes < BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "value shorter than its header valueBytes=" + valueBytes + " headerBytes=" + BYTES);
    }
  }
}
