package dev.colonnade.sql.vector.key;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;

/**
 * Hash table that numbers keys from 0 in order of arrival. It uses open addressing; a slot contains
 * the hash of a key besides its number, so that a probe reads the key only if it is very likely the
 * one searched. One thread.
 *
 * <pre>
 *   slot      63        32 31         0
 *            +------------+------------+
 *            | hash       | number + 1 |   0: empty
 *            +------------+------------+
 * </pre>
 */
public final class KeyTable {
  /** Result of {@link #find} for a key that is not in the table. */
  public static final int NONE = -1;

  /** The most keys of a table. */
  public static final int KEYS_MAX = 1 << 29;

  private static final int SLOTS_MIN = 64;

  private final KeyChunks keys = new KeyChunks();
  private long[] slots = new long[SLOTS_MIN];
  private long[] addresses = new long[SLOTS_MIN / 2];
  private int count;

  public int count() {
    return count;
  }

  /** Returns the bytes of memory that the table occupies. */
  public long memoryBytes() {
    return keys.memoryBytes() + (long) Long.BYTES * (slots.length + addresses.length);
  }

  /**
   * Returns the bytes that the table may occupy after {@code keyCount} more keys of {@code
   * keyBytes} bytes in all, while it grows.
   */
  public long memoryBytesAfter(int keyCount, long keyBytes) {
    long slotCount = slots.length;
    while ((count + (long) keyCount) * 2 > slotCount) {
      slotCount *= 2;
    }
    long growing = slotCount == slots.length ? 0 : slots.length;
    return keys.memoryBytes() + keyBytes + Long.BYTES * (slotCount + slotCount / 2 + growing);
  }

  /**
   * Returns the number of the key that {@code encoder} encoded last; {@link #NONE} if it is not in
   * the table.
   */
  public int find(KeyEncoder encoder) {
    int slot = slotOf(encoder);
    return number(slots[slot]);
  }

  /** Variant of {@link #find} that adds the key if it is not in the table. */
  public int add(KeyEncoder encoder) {
    int slot = slotOf(encoder);
    if (slots[slot] != 0) {
      return number(slots[slot]);
    }
    if (count == KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "hash table has too many keys: max=" + KEYS_MAX);
    }
    if (count == addresses.length) {
      addresses = Arrays.copyOf(addresses, count * 2);
    }
    addresses[count] = keys.add(encoder.bytes(), encoder.length());
    slots[slot] = (long) encoder.hash() << Integer.SIZE | count + 1;
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
    addresses = new long[SLOTS_MIN / 2];
    count = 0;
  }

  /** Returns the slot of a key, or the empty slot where it belongs. */
  private int slotOf(KeyEncoder encoder) {
    int hash = encoder.hash();
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0
          || ((int) (entry >>> Integer.SIZE) == hash
              && keys.isAt(addresses[number(entry)], encoder.bytes(), encoder.length()))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private static int number(long entry) {
    return (int) entry - 1;
  }

  private void grow() {
    long[] grown = new long[slots.length * 2];
    int mask = grown.length - 1;
    for (long entry : slots) {
      if (entry != 0) {
        int slot = (int) (entry >>> Integer.SIZE) & mask;
        while (grown[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        grown[slot] = entry;
      }
    }
    slots = grown;
  }
}
