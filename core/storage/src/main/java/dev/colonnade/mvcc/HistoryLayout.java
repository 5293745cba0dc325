package dev.colonnade.mvcc;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of an entry in {@code HISTORY}: one superseded version.
 *
 * <pre>
 *   key     0             n                                        n+8
 *           +-- ... ------+----------------------------------------+
 *           | key in ROWS | NOT commit timestamp, i64 big-endian   |
 *           +-- ... ------+----------------------------------------+
 *
 *   value   0                                  8
 *           +----------------------------------+-- ...
 *           | superseded, i64 little-endian    | the value as it stood in ROWS
 *           +----------------------------------+-- ...
 *
 *   superseded  bits 0 to 62  the commit timestamp of what took this version's place
 *               bit 63        that was a tombstone
 * </pre>
 *
 * <p>The timestamp is inverted so that of the versions of one key the newest sorts first. A version
 * was visible at timestamps from its own, included, to the one at which it was superseded,
 * excluded. Tombstones are not kept here: between a version that was superseded and the next one's
 * timestamp there is nothing to be seen. Bit 63 spares the garbage collector a look into {@code
 * ROWS} for every entry.
 */
public final class HistoryLayout {
  /** Bytes that follow the row's key in the key of an entry. */
  public static final int KEY_SUFFIX_BYTES = Long.BYTES;

  public static final int SUPERSEDED_OFFSET = 0;

  /** Where the old value begins in the value of an entry. */
  public static final int OLD_VALUE_OFFSET = 8;

  private static final long DELETED = Long.MIN_VALUE;

  private static final VarHandle LONG_BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private HistoryLayout() {}

  /** The key of the entry for the version of {@code rowKey} committed at {@code timestamp}. */
  public static byte[] key(Key rowKey, long timestamp) {
    byte[] key = Arrays.copyOf(rowKey.bytes(), rowKey.length() + KEY_SUFFIX_BYTES);
    putTimestamp(key, rowKey.length(), timestamp);
    return key;
  }

  /** Writes the part of an entry's key that follows {@code rowKeyBytes} bytes of the row's key. */
  static void putTimestamp(byte[] key, int rowKeyBytes, long timestamp) {
    LONG_BIG_ENDIAN.set(key, rowKeyBytes, ~timestamp);
  }

  /** The commit timestamp in the key of an entry. */
  public static long timestamp(long keyAddress, int keyBytes) {
    return ~NativeMemory.getLongBigEndian(keyAddress + rowKeyBytes(keyBytes));
  }

  /** Bytes of the row's key in an entry's key of so many bytes. */
  public static int rowKeyBytes(int keyBytes) {
    if (keyBytes < KEY_SUFFIX_BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "history key without a timestamp keyBytes=" + keyBytes);
    }
    return keyBytes - KEY_SUFFIX_BYTES;
  }

  /** The value of an entry, still without the moment at which it was superseded. */
  public static byte[] value(byte[] oldValue) {
    byte[] value = new byte[OLD_VALUE_OFFSET + oldValue.length];
    System.arraycopy(oldValue, 0, value, OLD_VALUE_OFFSET, oldValue.length);
    return value;
  }

  /** Fills in when, and by what, the version was superseded. */
  public static void setSuperseded(byte[] value, long timestamp, boolean byTombstone) {
    LONG.set(value, SUPERSEDED_OFFSET, byTombstone ? timestamp | DELETED : timestamp);
  }

  /** When the version in the entry's value at {@code valueAddress} was superseded. */
  public static long supersededAt(long valueAddress) {
    return NativeMemory.getLong(valueAddress + SUPERSEDED_OFFSET) & ~DELETED;
  }

  /** Whether a tombstone took the place of the version in the entry's value at that address. */
  public static boolean supersededByTombstone(long valueAddress) {
    return NativeMemory.getLong(valueAddress + SUPERSEDED_OFFSET) < 0;
  }

  /** Fails unless an entry's value of so many bytes, read from the store, can be one. */
  public static void requireComplete(int valueBytes) {
    if (valueBytes < OLD_VALUE_OFFSET + VersionHeader.BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "history value too short valueBytes=%d min=%d"
              .formatted(valueBytes, OLD_VALUE_OFFSET + VersionHeader.BYTES));
    }
  }
}
