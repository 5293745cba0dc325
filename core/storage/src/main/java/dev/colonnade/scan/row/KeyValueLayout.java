package dev.colonnade.scan.row;

import dev.colonnade.memory.NativeMemory;

/**
 * Layout of a KV in raw format. Integers are little-endian.
 *
 * <pre>
 *   0            4              8            8 + key length
 *   +------------+--------------+-- ... -----+-- ... ----------------+
 *   | key length | value length | stored key | stored value, with    |
 *   | u32        | u32          |            | the version's header  |
 *   +------------+--------------+-- ... -----+-- ... ----------------+
 * </pre>
 *
 * <p>KVs follow each other without padding, those of a row adjacent, in scan order.
 */
public final class KeyValueLayout {
  public static final int KEY_LENGTH_OFFSET = 0;
  public static final int VALUE_LENGTH_OFFSET = 4;
  public static final int HEADER_BYTES = 8;

  private KeyValueLayout() {}

  /** Returns the bytes of a KV. */
  public static long bytes(int keyLength, int valueLength) {
    return (long) HEADER_BYTES + keyLength + valueLength;
  }

  /** Returns the address of the key in the KV at an address. */
  public static long keyAddress(long keyValue) {
    return keyValue + HEADER_BYTES;
  }

  /** Returns the address of the value in the KV at an address. */
  public static long valueAddress(long keyValue) {
    return keyAddress(keyValue) + keyLength(keyValue);
  }

  /** Returns the bytes of the key in the KV at an address. */
  public static int keyLength(long keyValue) {
    return NativeMemory.getInt(keyValue + KEY_LENGTH_OFFSET);
  }

  /** Returns the bytes of the value in the KV at an address. */
  public static int valueLength(long keyValue) {
    return NativeMemory.getInt(keyValue + VALUE_LENGTH_OFFSET);
  }

  /** Writes a KV. */
  static void write(long to, long key, int keyLength, long value, int valueLength) {
    NativeMemory.putInt(to + KEY_LENGTH_OFFSET, keyLength);
    NativeMemory.putInt(to + VALUE_LENGTH_OFFSET, valueLength);
    NativeMemory.copy(key, to + HEADER_BYTES, keyLength);
    NativeMemory.copy(value, to + HEADER_BYTES + keyLength, valueLength);
  }
}
