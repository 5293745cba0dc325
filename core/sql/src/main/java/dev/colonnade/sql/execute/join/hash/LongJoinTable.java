package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.PackedKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Join table for one key of a type that is a long, or for two of types with 32 bits, which are
 * packed into a long: open addressing, with the keys by row and the rows by slot. It is several
 * times as fast as {@link KeyJoinTable}, and half as large.
 */
final class LongJoinTable extends ChainedTable {
  private static final int SLOTS_MIN = 128;

  private final PackedKey probeKey;
  private final PackedKey buildKey;

  /** Keys by row. */
  private long[] keys = new long[0];

  /** First row of a list, plus 1; 0 in an empty slot. */
  private int[] slots = new int[SLOTS_MIN];

  LongJoinTable(JoinSides sides) {
    this.probeKey =
        new PackedKey(IntStream.range(0, sides.keyCount()).map(sides::probeKey).toArray());
    this.buildKey =
        new PackedKey(IntStream.range(0, sides.keyCount()).map(sides::buildKey).toArray());
  }

  /** Returns whether the table can index the keys of a join. */
  static boolean isFor(JoinSides sides) {
    List<VectorType> types = new ArrayList<>();
    for (int key = 0; key < sides.keyCount(); key++) {
      if (sides.nullsEqual(key)) {
        return false;
      }
      types.add(sides.probeTypes().get(sides.probeKey(key)));
      types.add(sides.buildTypes().get(sides.buildKey(key)));
    }
    return switch (sides.keyCount()) {
      case 1 -> types.stream().allMatch(PackedKey::isLong);
      case 2 -> types.stream().allMatch(PackedKey::isInt);
      default -> false;
    };
  }

  @Override
  void add(VectorBatch batch, int firstRow) {
    long[] values = buildKey.values(batch);
    boolean[] nulls = buildKey.nulls(batch);
    int count = firstRow + batch.rowCount();
    int capacity = reserve(count);
    if (capacity > keys.length) {
      keys = Arrays.copyOf(keys, capacity);
    }
    if (count * 2L > slots.length) {
      grow(slotsFor(count));
    }
    for (int i = 0; i < batch.rowCount(); i++) {
      long key = values[i];
      int row = firstRow + i;
      keys[row] = key;
      if (nulls != null && nulls[i]) {
        link(row, END);
      } else {
        int slot = slotOf(key);
        link(row, slots[slot] - 1);
        slots[slot] = row + 1;
      }
    }
  }

  private int slotsFor(long rowCount) {
    long needed = slots.length;
    while (needed < rowCount * 2) {
      needed *= 2;
    }
    return Math.toIntExact(needed);
  }

  private void grow(int slotCount) {
    int[] old = slots;
    slots = new int[slotCount];
    for (int entry : old) {
      if (entry != 0) {
        slots[slotOf(keys[entry - 1])] = entry;
      }
    }
  }

  /** Returns the slot of a key, or the empty slot where it belongs. */
  private int slotOf(long key) {
    int mask = slots.length - 1;
    int slot = hash(key) & mask;
    while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static int hash(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    return (int) (hash ^ (hash >>> 32));
  }

  @Override
  long memoryBytes() {
    return chainBytes() + (long) Long.BYTES * keys.length + (long) Integer.BYTES * slots.length;
  }

  @Override
  long memoryBytesAfter(int more, long keyBytes) {
    int count = rowCount() + more;
    long growing = capacityFor(count) > keys.length ? (long) Long.BYTES * keys.length : 0;
    return (long) (Long.BYTES + Integer.BYTES) * capacityFor(count)
        + (long) Integer.BYTES * slotsFor(count)
        + growing;
  }

  @Override
  HeadFinder newFinder() {
    return this::findHeads;
  }

  private void findHeads(VectorBatch probe, int[] into) {
    long[] values = probeKey.values(probe);
    boolean[] nulls = probeKey.nulls(probe);
    for (int row = 0; row < probe.rowCount(); row++) {
      into[row] = nulls != null && nulls[row] ? END : slots[slotOf(values[row])] - 1;
    }
  }
}
