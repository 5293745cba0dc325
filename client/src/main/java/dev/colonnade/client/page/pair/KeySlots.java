package dev.colonnade.client.page.pair;

import java.nio.ByteBuffer;

/** Conversion of a key value into the slot of a stored value. Both buffers are little-endian. */
final class KeySlots {
  private KeySlots() {}

  /** Copies the value at {@code from}, all bytes of which are in the buffer. */
  static void copy(
      ByteBuffer keys, int from, ByteBuffer slots, int to, TableLayout.KeyColumnLayout layout) {
    int mask = layout.mask();
    switch (layout.column().type().kind()) {
      case BOOLEAN -> slots.put(to, (byte) (keys.get(from) ^ mask));
      case SMALLINT ->
          slots.putShort(
              to, (short) (Short.reverseBytes(keys.getShort(from)) ^ mask ^ Short.MIN_VALUE));
      case INTEGER, DATE, ENUM -> slots.putInt(to, rawInt(keys, from, mask) ^ Integer.MIN_VALUE);
      case REAL -> slots.putInt(to, floatBits(rawInt(keys, from, mask)));
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ ->
          slots.putLong(to, rawLong(keys, from, mask) ^ Long.MIN_VALUE);
      case DOUBLE -> slots.putLong(to, doubleBits(rawLong(keys, from, mask)));
      case NUMERIC -> {
        boolean wide = layout.column().type().isWideNumeric();
        long first = rawLong(keys, from, mask) ^ Long.MIN_VALUE;
        slots.putLong(to, wide ? rawLong(keys, from + Long.BYTES, mask) : first);
        if (wide) {
          slots.putLong(to + Long.BYTES, first);
        }
      }
      case UUID -> {
        slots.putLong(to, keys.getLong(from) ^ mask);
        slots.putLong(to + Long.BYTES, keys.getLong(from + Long.BYTES) ^ mask);
      }
      case TEXT, VARCHAR, CHAR, BYTEA -> throw new AssertionError("type=" + layout.column().type());
    }
  }

  /**
   * Returns the IEEE 754 bits: positive numbers have the sign bit set, negative ones have all bits
   * inverted.
   */
  static int floatBits(int sortable) {
    return sortable ^ ((~sortable >> (Integer.SIZE - 1)) | Integer.MIN_VALUE);
  }

  static long doubleBits(long sortable) {
    return sortable ^ ((~sortable >> (Long.SIZE - 1)) | Long.MIN_VALUE);
  }

  private static int rawInt(ByteBuffer keys, int from, int mask) {
    return Integer.reverseBytes(keys.getInt(from)) ^ mask;
  }

  private static long rawLong(ByteBuffer keys, int from, int mask) {
    return Long.reverseBytes(keys.getLong(from)) ^ mask;
  }
}
