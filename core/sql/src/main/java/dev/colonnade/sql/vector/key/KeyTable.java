package dev.colonnade.sql.vector.key;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Hash table that numbers keys from 0 in order of arrival. It uses open addressing; a slot contains
 * bits of the hash besides the address of the key, so that a probe reads a key only if it is very
 * likely the one searched. One thread.
 *
 * <pre>
 *   slot      63        40 39                       0
 *            +------------+-------------------------+
 *            | salt       | address + 1             |   0: empty
 *            +------------+-------------------------+
 * </pre>
 */
public final class KeyTable {
  /** Result of {@link #find} for a key that is not in the table. */
  public static final int NONE = -1;

  /** The most keys of a table. */
  public static final int KEYS_MAX = 1 << 29;

  private static final int SLOTS_MIN = 64;
  private static final long ADDRESS_MASK = (1L << KeyChunks.ADDRESS_BITS) - 1;

  private final KeyChunks keys = new KeyChunks();
  private long[] slots = new long[SLOTS_MIN];
  private int count;

  /** Returns the number of keys. */
  public int count() {
    return count;
  }

  /** Returns the bytes of memory that the table occupies. */
  public long memoryBytes() {
    return keys.memoryBytes() + (long) Long.BYTES * slots.length;
  }

  /**
   * Returns the bytes of memory that the table occupies at most while {@code keyCount} more keys of
   * {@code keyBytes} bytes in all are added.
   */
  public long memoryBytesAfter(int keyCount, long keyBytes) {
    long slotCount = slots.length;
    while ((count + (long) keyCount) * 2 > slotCount) {
      slotCount *= 2;
    }
    long growing = slotCount == slots.length ? 0 : slotCount / 2;
    long entryBytes = keyBytes + (long) keyCount * KeyChunks.KEY_OFFSET;
    return keys.memoryBytes() + entryBytes + Long.BYTES * (slotCount + growing);
  }

  /**
   * Returns the number of the key that {@code encoder} encoded last; {@link #NONE} if it is not in
   * the table.
   */
  public int find(KeyEncoder encoder) {
    long entry = slots[slotOf(encoder)];
    return entry == 0 ? NONE : keys.number((entry & ADDRESS_MASK) - 1);
  }

  /** Variant of {@link #find} that adds the key if it is not in the table. */
  public int add(KeyEncoder encoder) {
    int slot = slotOf(encoder);
    long entry = slots[slot];
    if (entry != 0) {
      return keys.number((entry & ADDRESS_MASK) - 1);
    }
    if (count == KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "hash table has too many keys: max=" + KEYS_MAX);
    }
    long address = keys.add(encoder.hash64(), count, encoder.bytes(), encoder.length());
    slots[slot] = salt(encoder.hash64()) | address + 1;
    count++;
    if (count * 2 > slots.length) {
      grow();
    }
    return count - 1;
  }

  /** Removes all keys and frees their memory. */
  public void clear() {
    keys.clear();
    slots = new long[SLOTS_MIN];
    count = 0;
  }

  /** Returns the slot of a key, or the empty slot where it belongs. */
  private int slotOf(KeyEncoder encoder) {
    long hash = encoder.hash64();
    long salt = salt(hash);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0
          || ((entry & ~ADDRESS_MASK) == salt
              && keys.isAt((entry & ADDRESS_MASK) - 1, encoder.bytes(), encoder.length()))) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
  }

  private static long salt(long hash) {
    return hash & ~ADDRESS_MASK;
  }

  private void grow() {
    long[] grown = new long[slots.length * 2];
    int mask = grown.length - 1;
    keys.forEach(
        (address, hash) -> {
          int slot = (int) hash & mask;
          while (grown[slot] != 0) {
            slot = slot + 1 & mask;
          }
          grown[slot] = salt(hash) | address + 1;
        });
    slots = grown;
  }
}
