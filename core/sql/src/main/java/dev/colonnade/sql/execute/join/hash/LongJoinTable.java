package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;

/**
 * Join table for one key of a type that is a long: open addressing, with the keys by row and the
 * rows by slot. It is several times as fast as {@link KeyJoinTable}, and half as large.
 */
final class LongJoinTable extends ChainedTable {
  private static final int SLOTS_MIN = 128;

  private final int probeColumn;
  private final int buildColumn;

  /** Keys by row. */
  private long[] keys = new long[0];

  /** First row of a list, plus 1; 0 in an empty slot. */
  private int[] slots = new int[SLOTS_MIN];

  LongJoinTable(JoinSides sides) {
    this.probeColumn = sides.probeKey(0);
    this.buildColumn = sides.buildKey(0);
  }

  /** Returns whether the table can index the keys of a join. */
  static boolean isFor(JoinSides sides) {
    return sides.keyCount() == 1
        && !sides.nullsEqual(0)
        && isLong(sides.probeTypes().get(sides.probeKey(0)))
        && isLong(sides.buildTypes().get(sides.buildKey(0)));
  }

  /** A NUMERIC may come as objects, and with another scale. */
  private static boolean isLong(VectorType type) {
    return type.form() == VectorType.Form.LONG && type.kind() != TypeKind.NUMERIC;
  }

  @Override
  void add(VectorBatch batch, int firstRow) {
    LongVector column = (LongVector) batch.column(buildColumn);
    int count = firstRow + batch.rowCount();
    int capacity = reserve(count);
    if (capacity > keys.length) {
      keys = Arrays.copyOf(keys, capacity);
    }
    if (count * 2L > slots.length) {
      grow(slotsFor(count));
    }
    for (int i = 0; i < batch.rowCount(); i++) {
      long key = column.values()[i];
      int row = firstRow + i;
      keys[row] = key;
      if (column.isNull(i)) {
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
  void findHeads(VectorBatch probe, int[] into) {
    LongVector column = (LongVector) probe.column(probeColumn);
    long[] values = column.values();
    boolean[] nulls = column.nulls();
    for (int row = 0; row < probe.rowCount(); row++) {
      into[row] = nulls != null && nulls[row] ? END : slots[slotOf(values[row])] - 1;
    }
  }
}
