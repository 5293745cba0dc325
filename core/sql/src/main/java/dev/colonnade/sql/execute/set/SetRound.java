package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Set operation over inputs, or over one partition of them. The rows of the inputs from the second
 * on are counted in a table first; then each row of the first input is returned or not. UNION has
 * only a first input.
 *
 * <p>When the table may not grow any more, rows that are in it are still processed, and all others
 * are written to partitions: a row is either processed in all inputs or in none. One thread.
 */
final class SetRound implements AutoCloseable {
  /** Number of partitions, a power of two. */
  static final int PARTITIONS = 32;

  private static final int BITS = Integer.numberOfTrailingZeros(PARTITIONS);

  /** Number of levels: each uses other bits of the upper half of the hash. */
  private static final int LEVELS = 6;

  /** Memory that a partition may use in any case, so that the rest becomes smaller. */
  private static final long FORCED_BYTES = 64L << 10;

  private static final int COUNTS_MIN = 64;

  private final SetPlan.Kind kind;
  private final boolean all;
  private final List<VectorType> types;
  private final int rightCount;
  private final SpillContext spill;
  private final int level;
  private final OperatorMemory share;
  private final DistinctKeys keys;
  private final @Nullable SpillPartitions[] partitions;

  /** By row of the table: how often it may still be used, or in how many inputs it was. */
  private long[] counts = new long[0];

  /** By row of the table: how often it was in the present input. */
  private long[] occurrences = new long[0];

  private boolean isFull;

  /**
   * Creates a round.
   *
   * @param rightCount number of inputs beside the first
   * @param level number of times that the rows were partitioned
   */
  SetRound(SetPlan.SetOperation shape, int rightCount, SpillContext spill, int level) {
    this.kind = shape.kind();
    this.all = shape.all();
    this.types = shape.types();
    this.rightCount = rightCount;
    this.spill = requireNonNull(spill, "spill is null");
    this.level = level;
    this.share = spill.memory().newPart();
    this.keys = new DistinctKeys(types);
    this.partitions = new @Nullable SpillPartitions[rightCount + 1];
  }

  /**
   * Counts rows of an input.
   *
   * @param input from 1 to the number of further inputs
   */
  void addRight(int input, VectorBatch batch) {
    int[] spilled = new int[batch.rowCount()];
    int spilledCount = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      keys.encode(batch, row);
      int number = keys.find();
      boolean isAdded = kind == SetPlan.Kind.EXCEPT || input == 1;
      if (number == KeyTable.NONE && isAdded && canGrow()) {
        number = add();
      }
      spilled[row] = SpillPartitions.NO_PARTITION;
      if (number != KeyTable.NONE) {
        count(input, number);
      } else if (isFull) {
        spilled[row] = partition();
        spilledCount++;
      }
    }
    if (spilledCount > 0) {
      spilled(input).append(batch, spilled);
    }
  }

  private void count(int input, int number) {
    if (kind == SetPlan.Kind.INTERSECT && !all) {
      counts[number] = counts[number] == input - 1 ? input : counts[number];
    } else if (kind == SetPlan.Kind.INTERSECT && input > 1) {
      occurrences[number]++;
    } else {
      counts[number]++;
    }
  }

  /** Ends an input. */
  void finishRight(int input) {
    if (kind == SetPlan.Kind.INTERSECT && all && input > 1) {
      for (int i = 0; i < keys.count(); i++) {
        counts[i] = Math.min(counts[i], occurrences[i]);
        occurrences[i] = 0;
      }
    }
  }

  /** Returns the rows of a batch of the first input that belong to the result. */
  VectorBatch addLeft(VectorBatch batch) {
    int[] rows = new int[batch.rowCount()];
    int[] spilled = new int[batch.rowCount()];
    int count = 0;
    int spilledCount = 0;
    for (int row = 0; row < batch.rowCount(); row++) {
      keys.encode(batch, row);
      spilled[row] = SpillPartitions.NO_PARTITION;
      rows[count] = row;
      int number = keys.find();
      if (number != KeyTable.NONE) {
        count += isReturned(number) ? 1 : 0;
      } else if (isReturnedAsNew()) {
        count++;
      } else if (isFull) {
        spilled[row] = partition();
        spilledCount++;
      }
    }
    if (spilledCount > 0) {
      spilled(0).append(batch, spilled);
    }
    return count == rows.length ? batch : batch.gather(rows, count);
  }

  /** Returns whether a row that is in the table is returned, and counts it. */
  private boolean isReturned(int number) {
    if (kind == SetPlan.Kind.INTERSECT && !all) {
      boolean isInAll = counts[number] == rightCount;
      counts[number] = isInAll ? 0 : counts[number];
      return isInAll;
    }
    if (!all) {
      return false;
    }
    boolean isCounted = counts[number] > 0;
    counts[number] -= isCounted ? 1 : 0;
    return isCounted == (kind == SetPlan.Kind.INTERSECT);
  }

  /**
   * Returns whether a row is returned that is not in the table; adds it if it must not come again.
   */
  private boolean isReturnedAsNew() {
    if (kind == SetPlan.Kind.INTERSECT || isFull) {
      return false;
    }
    if (all) {
      return true;
    }
    if (!canGrow()) {
      return false;
    }
    add();
    return true;
  }

  /** Returns whether the encoded row may be added; after the first time that not, none may. */
  private boolean canGrow() {
    if (isFull) {
      return false;
    }
    long needed = keys.memoryBytesWithRow() + countBytesWithRow();
    if (needed > share.used() && !share.trySet(needed + (needed >> 3)) && !share.trySet(needed)) {
      boolean isForced = level + 1 == LEVELS || (level > 0 && needed <= FORCED_BYTES);
      if (!isForced) {
        isFull = true;
        return false;
      }
      share.set(needed);
    }
    return true;
  }

  private long countBytesWithRow() {
    int capacity = keys.count() < counts.length ? counts.length : grown() + counts.length;
    return (long) Long.BYTES * capacity * (occurrences.length > 0 || needsOccurrences() ? 2 : 1);
  }

  private boolean needsOccurrences() {
    return kind == SetPlan.Kind.INTERSECT && all && rightCount > 1;
  }

  private int grown() {
    return Math.max(COUNTS_MIN, counts.length + (counts.length >> 1));
  }

  private int add() {
    int number = keys.add();
    if (number == counts.length && rightCount > 0) {
      counts = Arrays.copyOf(counts, grown());
      if (needsOccurrences()) {
        occurrences = Arrays.copyOf(occurrences, counts.length);
      }
    }
    return number;
  }

  private int partition() {
    return (int) (keys.hash64() >>> (Integer.SIZE + level * BITS)) & (PARTITIONS - 1);
  }

  private SpillPartitions spilled(int input) {
    SpillPartitions known = partitions[input];
    if (known == null) {
      known = new SpillPartitions(PARTITIONS, types, spill);
      partitions[input] = known;
    }
    return known;
  }

  /** Ends the first input, and frees the table. */
  void finish() {
    freeTable();
    for (SpillPartitions each : partitions) {
      if (each != null) {
        each.finish();
      }
    }
  }

  private void freeTable() {
    keys.clear();
    counts = new long[0];
    occurrences = new long[0];
    share.close();
  }

  /** Returns whether a partition has rows that may be returned. */
  boolean hasRows(int partition) {
    SpillPartitions first = partitions[0];
    return first != null && first.rowCount(partition) > 0;
  }

  /** Returns the partitions of an input; null if none of its rows were written. */
  @Nullable SpillPartitions partitions(int input) {
    return partitions[input];
  }

  /** Returns the bytes written to temporary files. */
  long spilledBytes() {
    long bytes = 0;
    for (SpillPartitions each : partitions) {
      bytes += each == null ? 0 : each.spilledBytes();
    }
    return bytes;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    freeTable();
    close(0);
  }

  private void close(int first) {
    if (first < partitions.length) {
      try {
        SpillPartitions each = partitions[first];
        if (each != null) {
          each.close();
        }
      } finally {
        close(first + 1);
      }
    }
  }
}
