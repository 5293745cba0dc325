package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;

/** Groups by one key that is always in the form LONG: open addressing over an array of keys. */
final class LongGroupTable implements GroupTable {
  private static final int SLOTS_MIN = 64;

  private final int column;

  /** Group + 1 of each slot; 0 is an empty slot. */
  private int[] slots = new int[SLOTS_MIN];

  /** Keys by group; that of the group of NULL means nothing. */
  private long[] keys = new long[SLOTS_MIN / 2];

  private int nullGroup = NO_GROUP;
  private int count;

  LongGroupTable(int column) {
    this.column = column;
  }

  static boolean isFor(VectorType type) {
    return type.form() == Form.LONG && type.kind() != TypeKind.NUMERIC;
  }

  @Override
  public void find(VectorBatch batch, boolean addsGroups, int[] groups) {
    LongVector vector = (LongVector) batch.column(column);
    long[] values = vector.values();
    boolean[] nulls = vector.nulls();
    for (int row = 0; row < batch.rowCount(); row++) {
      groups[row] =
          nulls != null && nulls[row] ? ofNull(addsGroups) : group(values[row], addsGroups);
    }
  }

  private int ofNull(boolean addsGroups) {
    if (nullGroup == NO_GROUP && addsGroups) {
      nullGroup = add(0);
    }
    return nullGroup;
  }

  private int group(long key, boolean addsGroups) {
    int mask = slots.length - 1;
    int slot = (int) hash(key) & mask;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (keys[entry - 1] == key && entry - 1 != nullGroup) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    if (!addsGroups) {
      return NO_GROUP;
    }
    int group = add(key);
    slots[slot] = group + 1;
    if (count * 2 > slots.length) {
      grow();
    }
    return group;
  }

  private int add(long key) {
    if (count == KeyTable.KEYS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "hash table has too many keys: max=" + KeyTable.KEYS_MAX);
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
    }
    keys[count] = key;
    return count++;
  }

  private void grow() {
    int[] grown = new int[slots.length * 2];
    int mask = grown.length - 1;
    for (int entry : slots) {
      if (entry != 0) {
        int slot = (int) hash(keys[entry - 1]) & mask;
        while (grown[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        grown[slot] = entry;
      }
    }
    slots = grown;
  }

  private static long hash(long key) {
    long hash = (key ^ key >>> 32) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 29) * 0xBF58476D1CE4E5B9L;
    return hash ^ hash >>> 32;
  }

  @Override
  public long hash(VectorBatch batch, int row) {
    LongVector vector = (LongVector) batch.column(column);
    return vector.isNull(row) ? 0 : hash(vector.values()[row]);
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long memoryBytes() {
    return (long) slots.length * Integer.BYTES + (long) keys.length * Long.BYTES;
  }
}
