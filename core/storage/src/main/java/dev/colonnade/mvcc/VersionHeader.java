package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.memory.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Header layout of every value in {@code ROWS}. Integers are little-endian.
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
 * <p>The writer of a value leaves the timestamp zero; the commit pipeline sets it. Schema version
 * and format belong to the row that follows and are not interpreted here.
 */
public final class VersionHeader {
  public static final int TIMESTAMP_OFFSET = 0;
  public static final int SCHEMA_VERSION_OFFSET = 8;
  public static final int FLAGS_OFFSET = 10;
  public static final int FORMAT_OFFSET = 11;

  /** Length of the header in bytes. */
  public static final int BYTES = 12;

  public static final int FLAG_TOMBSTONE = 0x01;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private VersionHeader() {}

  /** Returns the commit timestamp of {@code value}. */
  public static long timestamp(byte[] value) {
    return (long) LONG.get(value, TIMESTAMP_OFFSET);
  }

  /** Returns the commit timestamp of the value at {@code address}. */
  public static long timestamp(long address) {
    return NativeMemory.getLong(address + TIMESTAMP_OFFSET);
  }

  /** Returns whether {@code value} is a tombstone. */
  public static boolean isTombstone(byte[] value) {
    return (value[FLAGS_OFFSET] & FLAG_TOMBSTONE) != 0;
  }

  /** Returns whether the value at {@code address} is a tombstone. */
  public static boolean isTombstone(long address) {
    return (NativeMemory.getByte(address + FLAGS_OFFSET) & FLAG_TOMBSTONE) != 0;
  }

  /** Sets the commit timestamp. */
  public static void setTimestamp(byte[] value, long timestamp) {
    LONG.set(value, TIMESTAMP_OFFSET, timestamp);
  }

  /** Sets the commit timestamp of the value at {@code offset}. */
  public static void setTimestamp(byte[] bytes, int offset, long timestamp) {
    LONG.set(bytes, offset + TIMESTAMP_OFFSET, timestamp);
  }

  /** Returns a new tombstone with timestamp zero. */
  public static byte[] tombstone() {
    byte[] value = new byte[BYTES];
    value[FLAGS_OFFSET] = FLAG_TOMBSTONE;
    return value;
  }

  /** Throws STORE_CORRUPT if a value of {@code valueBytes} bytes is shorter than a header. */
  public static void requireComplete(int valueBytes) {
    if (valueBytes < BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "value shorter than its header valueBytes=" + valueBytes + " headerBytes=" + BYTES);
    }
  }
}
