package dev.colonnade.scan.row;

import dev.colonnade.memory.NativeMemory;

/**
 * A KV as it travels in raw format. Integers are little-endian.
 *
 * <pre>
 *   0            4              8            8 + key length
 *   +------------+--------------+-- ... -----+-- ... ----------------+
 *   | key length | value length | stored key | stored value, with    |
 *   | u32        | u32          |            | the version's header  |
 *   +------------+--------------+-- ... -----+-- ... ----------------+
 * </pre>
 *
 * <p>KVs follow each other without padding, those of a row next to each other, in the order in
 * which the scan came by them.
 */
public final class KeyValueLayout {
  public static final int KEY_LENGTH_OFFSET = 0;
  public static final int VALUE_LENGTH_OFFSET = 4;
  public static final int HEADER_BYTES = 8;

  private KeyValueLayout() {}

  /** Bytes of a KV. */
  public static long bytes(int keyLength, int valueLength) {
    return (long) HEADER_BYTES + keyLength + valueLength;
  }

  /** Where the key begins in the KV at an address. */
  public static long keyAddress(long keyValue) {
    return keyValue + HEADER_BYTES;
  }

  /** Where the value begins in the KV at an address. */
  public static long valueAddress(long keyValue) {
    return keyAddress(keyValue) + keyLength(keyValue);
  }

  /** Bytes of the key in the KV at an address. */
  public static int keyLength(long keyValue) {
    return NativeMemory.getInt(keyValue + KEY_LENGTH_OFFSET);
  }

  /** Bytes of the value in the KV at an address. */
  public static int valueLength(long keyValue) {
    return NativeMemory.getInt(keyValue + VALUE_LENGTH_OFFSET);
  }

  /** Writes a KV; returns the address behind it. */
  static long write(long to, long key, int keyLength, long value, int valueLength) {
    NativeMemory.putInt(to + KEY_LENGTH_OFFSET, keyLength);
    NativeMemory.putInt(to + VALUE_LENGTH_OFFSET, valueLength);
    NativeMemory.copy(key, to + HEADER_BYTES, keyLength);
    NativeMemory.copy(value, to + HEADER_BYTES + keyLength, valueLength);
    return to + bytes(keyLength, valueLength);
  }

  /** Writes a KV of arrays. */
  static void write(long to, byte[] key, byte[] value) {
    NativeMemory.putInt(to + KEY_LENGTH_OFFSET, key.length);
    NativeMemory.putInt(to + VALUE_LENGTH_OFFSET, value.length);
    NativeMemory.copy(key, 0, to + HEADER_BYTES, key.length);
    NativeMemory.copy(value, 0, to + HEADER_BYTES + key.length, value.length);
  }
}
