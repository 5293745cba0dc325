package dev.colonnade.sql.vector.operator;

import java.util.Arrays;

/**
 * Numbers for keys, from 0 on in the order in which they come: a hash table with open addressing
 * over one array of bytes. One thread.
 */
final class KeyTable {
  /** Result of {@link #find} for a key that does not exist. */
  static final int NONE = -1;

  private static final int SLOTS_MIN = 1024;

  private int[] slots = new int[SLOTS_MIN];
  private int[] hashes = new int[SLOTS_MIN / 2];
  private int[] ends = new int[SLOTS_MIN / 2];
  private byte[] bytes = new byte[SLOTS_MIN * 8];
  private int count;

  KeyTable() {
    Arrays.fill(slots, NONE);
  }

  int count() {
    return count;
  }

  long memoryBytes() {
    return bytes.length + (long) Integer.BYTES * (slots.length + hashes.length + ends.length);
  }

  /** The number of the key that {@code keys} encoded last; {@link #NONE} if it is not there. */
  int find(RowKeys keys) {
    int hash = keys.hash();
    int mask = slots.length - 1;
    for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
      int number = slots[slot];
      if (number == NONE || isKey(number, hash, keys)) {
        return number;
      }
    }
  }

  /** Variant of {@link #find} that adds the key if it does not exist. */
  int add(RowKeys keys) {
    int hash = keys.hash();
    int mask = slots.length - 1;
    int slot = hash & mask;
    for (; slots[slot] != NONE; slot = (slot + 1) & mask) {
      if (isKey(slots[slot], hash, keys)) {
        return slots[slot];
      }
    }
    slots[slot] = count;
    append(hash, keys);
    if (count * 2 > slots.length) {
      grow();
    }
    return count - 1;
  }

  private boolean isKey(int number, int hash, RowKeys keys) {
    if (hashes[number] != hash) {
      return false;
    }
    int start = number == 0 ? 0 : ends[number - 1];
    return Arrays.equals(bytes, start, ends[number], keys.bytes(), 0, keys.length());
  }

  private void append(int hash, RowKeys keys) {
    int start = count == 0 ? 0 : ends[count - 1];
    int end = Math.addExact(start, keys.length());
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, end * 2L));
    }
    System.arraycopy(keys.bytes(), 0, bytes, start, keys.length());
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    hashes[count] = hash;
    ends[count++] = end;
  }

  private void grow() {
    int[] grown = new int[slots.length * 2];
    Arrays.fill(grown, NONE);
    int mask = grown.length - 1;
    for (int number = 0; number < count; number++) {
      int slot = hashes[number] & mask;
      while (grown[slot] != NONE) {
        slot = (slot + 1) & mask;
      }
      grown[slot] = number;
    }
    slots = grown;
  }
}
