package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Byte layout of an entry in {@code HISTORY}: one superseded version.
 *
 * <pre>
 *   key     0             n                                        n+8
 *           +-- ... ------+----------------------------------------+
 *           | key in ROWS | NOT commit timestamp, i64 big-endian   |
 *           +-- ... ------+----------------------------------------+
 *
 *   value   0                                  8
 *           +----------------------------------+-- ...
 *           | superseded, i64 little-endian    | the value as it was in ROWS
 *           +----------------------------------+-- ...
 *
 *   superseded  bits 0 to 62  the commit timestamp of the superseding version
 *               bit 63        the superseding version is a tombstone
 * </pre>
 *
 * <p>The timestamp is inverted so that the newest version of a key sorts first. A version is
 * visible at timestamps from its own, inclusive, to the timestamp at which it was superseded,
 * exclusive. Tombstones are not stored in {@code HISTORY}: between the timestamp at which a version
 * was superseded and the next version's timestamp nothing is visible. Bit 63 saves the garbage
 * collector a lookup in {@code ROWS} for every entry.
 */
public final class HistoryLayout {
  /** Bytes that follow the row's key in the key of an entry. */
  public static final int KEY_SUFFIX_BYTES = Long.BYTES;

  public static final int SUPERSEDED_OFFSET = 0;

  /** Offset of the old value in the value of an entry. */
  public static final int OLD_VALUE_OFFSET = 8;

  private static final long DELETED = Long.MIN_VALUE;

  private static final VarHandle LONG_BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private HistoryLayout() {}

  /**
   * Returns the key of the entry for the version of {@code rowKey} committed at {@code timestamp}.
   */
  public static byte[] key(Key rowKey, long timestamp) {
    byte[] key = Arrays.copyOf(rowKey.bytes(), rowKey.length() + KEY_SUFFIX_BYTES);
    putTimestamp(key, rowKey.length(), timestamp);
    return key;
  }

  /**
   * Returns the span of the entries of {@code rowKey}, newest first. It contains the entries of
   * other rows too: those have longer keys.
   */
  public static KeySpan span(Key rowKey) {
    byte[] last = Arrays.copyOf(rowKey.bytes(), rowKey.length() + KEY_SUFFIX_BYTES);
    Arrays.fill(last, rowKey.length(), last.length, (byte) 0xFF);
    return new KeySpan(Key.wrap(key(rowKey, Long.MAX_VALUE)), Key.wrap(last).successor());
  }

  /** Writes the part of an entry's key that follows {@code rowKeyBytes} bytes of the row's key. */
  static void putTimestamp(byte[] key, int rowKeyBytes, long timestamp) {
    LONG_BIG_ENDIAN.set(key, rowKeyBytes, ~timestamp);
  }

  /** Returns the commit timestamp in the key of an entry. */
  public static long timestamp(long keyAddress, int keyBytes) {
    return ~NativeMemory.getLongBigEndian(keyAddress + rowKeyBytes(keyBytes));
  }

  /** Returns the length of the row's key in an entry's key of {@code keyBytes} bytes. */
  public static int rowKeyBytes(int keyBytes) {
    if (keyBytes < KEY_SUFFIX_BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "history key without a timestamp keyBytes=" + keyBytes);
    }
    return keyBytes - KEY_SUFFIX_BYTES;
  }

  /** Returns the value of an entry whose superseding timestamp is not set yet. */
  public static byte[] value(byte[] oldValue) {
    byte[] value = new byte[OLD_VALUE_OFFSET + oldValue.length];
    System.arraycopy(oldValue, 0, value, OLD_VALUE_OFFSET, oldValue.length);
    return value;
  }

  /** Sets the timestamp of the superseding version, and whether that version is a tombstone. */
  public static void setSuperseded(byte[] value, long timestamp, boolean byTombstone) {
    LONG.set(value, SUPERSEDED_OFFSET, superseded(timestamp, byTombstone));
  }

  /** Returns the superseding timestamp as it is stored, with the flag of a tombstone. */
  public static long superseded(long timestamp, boolean byTombstone) {
    return byTombstone ? timestamp | DELETED : timestamp;
  }

  /**
   * Returns the timestamp at which the version in the entry's value at {@code valueAddress} was
   * superseded.
   */
  public static long supersededAt(long valueAddress) {
    return NativeMemory.getLong(valueAddress + SUPERSEDED_OFFSET) & ~DELETED;
  }

  /**
   * Returns whether a tombstone superseded the version in the entry's value at {@code
   * valueAddress}.
   */
  public static boolean supersededByTombstone(long valueAddress) {
    return NativeMemory.getLong(valueAddress + SUPERSEDED_OFFSET) < 0;
  }

  /** Returns a copy of the old value in the value of an entry. */
  public static byte[] oldValue(byte[] entry) {
    return Arrays.copyOfRange(entry, OLD_VALUE_OFFSET, entry.length);
  }

  /**
   * Throws STORE_CORRUPT if {@code valueBytes} is less than the minimum size of an entry's value.
   */
  public static void requireComplete(int valueBytes) {
    if (valueBytes < OLD_VALUE_OFFSET + VersionHeader.BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "history value too short valueBytes=%d min=%d"
              .formatted(valueBytes, OLD_VALUE_OFFSET + VersionHeader.BYTES));
    }
  }
}
