package dev.colonnade.sql.vector.key;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.vector.VectorBatch;

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

  /** Smaller tables are in the cache anyway. */
  private static final int READ_AHEAD_SLOTS_MIN = 1 << 14;

  private final KeyChunks keys = new KeyChunks();
  private final KeyGroup group = new KeyGroup();
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
    return find(encoder.hash64(), encoder.bytes(), 0, encoder.length());
  }

  private int find(long hash, byte[] bytes, int start, int length) {
    long entry = slots[slotOf(hash, bytes, start, length)];
    return entry == 0 ? NONE : keys.number((entry & ADDRESS_MASK) - 1);
  }

  /** Variant of {@link #find} that adds the key if it is not in the table. */
  public int add(KeyEncoder encoder) {
    return add(encoder.hash64(), encoder.bytes(), 0, encoder.length());
  }

  private int add(long hash, byte[] bytes, int start, int length) {
    int slot = slotOf(hash, bytes, start, length);
    long entry = slots[slot];
    if (entry != 0) {
      return keys.number((entry & ADDRESS_MASK) - 1);
    }
    if (count == KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "hash table has too many keys: max=" + KEYS_MAX);
    }
    slots[slot] = salt(hash) | (keys.add(hash, count, bytes, start, length) + 1);
    count++;
    if (count * 2 > slots.length) {
      grow();
    }
    return count - 1;
  }

  /** Variant of {@link Finder#findAll} for the thread that adds keys. */
  public void findAll(KeyEncoder encoder, VectorBatch batch, int[] numbers) {
    findAll(encoder, group, batch, numbers);
  }

  private void findAll(KeyEncoder encoder, KeyGroup keyGroup, VectorBatch batch, int[] numbers) {
    int row = 0;
    while (row < batch.rowCount()) {
      int end = keyGroup.encode(encoder, batch, row);
      readAhead(keyGroup, end - row);
      for (int i = 0; row < end; i++, row++) {
        numbers[row] =
            keyGroup.isComplete(i)
                ? find(keyGroup.hash(i), encoder.bytes(), keyGroup.start(i), keyGroup.length(i))
                : NONE;
      }
    }
  }

  /** Returns a finder of keys. */
  public Finder newFinder(KeyEncoder encoder) {
    return new Finder(encoder);
  }

  /**
   * Search of the keys of batches. One thread; several threads may search a table to which no keys
   * are added, each with its own finder.
   */
  public final class Finder {
    private final KeyEncoder encoder;
    private final KeyGroup keyGroup = new KeyGroup();

    private Finder(KeyEncoder encoder) {
      this.encoder = requireNonNull(encoder, "encoder is null");
    }

    /**
     * Writes the number of each row's key to {@code numbers}: {@link #NONE} for keys that are not
     * in the table, and for rows that the encoder finds equal to nothing. Faster for large tables
     * than row by row, because accesses to memory overlap.
     */
    public void findAll(VectorBatch batch, int[] numbers) {
      KeyTable.this.findAll(encoder, keyGroup, batch, numbers);
    }
  }

  /**
   * Variant of {@link Finder#findAll} that adds keys that are not in the table; {@link #NONE} only
   * for rows that {@code encoder} finds equal to nothing.
   */
  public void addAll(KeyEncoder encoder, VectorBatch batch, int[] numbers) {
    int row = 0;
    while (row < batch.rowCount()) {
      int end = group.encode(encoder, batch, row);
      readAhead(group, end - row);
      for (int i = 0; row < end; i++, row++) {
        numbers[row] =
            group.isComplete(i)
                ? add(group.hash(i), encoder.bytes(), group.start(i), group.length(i))
                : NONE;
      }
    }
  }

  /** Loads what the probes of a group will read into the cache, in independent loads. */
  private void readAhead(KeyGroup keyGroup, int rowCount) {
    int mask = slots.length - 1;
    if (mask < READ_AHEAD_SLOTS_MIN) {
      return;
    }
    long[] entries = keyGroup.scratch();
    for (int i = 0; i < rowCount; i++) {
      entries[i] = slots[(int) keyGroup.hash(i) & mask];
    }
    for (int i = 0; i < rowCount; i++) {
      if (entries[i] != 0) {
        entries[i] = keys.length((entries[i] & ADDRESS_MASK) - 1);
      }
    }
  }

  /** Removes all keys and frees their memory. */
  public void clear() {
    keys.clear();
    slots = new long[SLOTS_MIN];
    count = 0;
  }

  /** Returns the slot of a key, or the empty slot where it belongs. */
  private int slotOf(long hash, byte[] bytes, int start, int length) {
    long salt = salt(hash);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0
          || ((entry & ~ADDRESS_MASK) == salt
              && keys.isAt((entry & ADDRESS_MASK) - 1, bytes, start, length))) {
        return slot;
      }
      slot = (slot + 1) & mask;
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
            slot = (slot + 1) & mask;
          }
          grown[slot] = salt(hash) | (address + 1);
        });
    slots = grown;
  }
}
