package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Index of the rows of a build side by their keys. Rows are numbered from 0 in the order in which
 * they were added. One thread adds them; after that any threads may search, each by its own {@link
 * Probe}, except in the table of NOT IN.
 */
abstract sealed class JoinTable permits ChainedTable, NullAwareTable {
  /** In the place of a row: there is none. */
  static final int END = -1;

  /** Returns the table that fits the keys best. */
  static JoinTable of(JoinSides sides) {
    ChainedTable table =
        LongJoinTable.isFor(sides) ? new LongJoinTable(sides) : new KeyJoinTable(sides);
    return sides.isNullAware() ? new NullAwareTable(sides, table) : table;
  }

  /** Adds rows, the first of which has the number {@code firstRow}. */
  abstract void add(VectorBatch batch, int firstRow);

  /** Ends the input: {@code rows} are all rows that were added. */
  abstract void finish(VectorBatch rows);

  /** Returns the bytes of memory in use. */
  abstract long memoryBytes();

  /**
   * Returns the bytes of memory that may be in use after, and while, rows are added.
   *
   * @param keyBytes at most the size of their keys
   */
  abstract long memoryBytesAfter(int rowCount, long keyBytes);

  /** Returns a new probe; each thread that searches the table has its own. */
  abstract Probe newProbe();

  /** Returns whether every row of any probe side has a pair. */
  boolean matchesEveryRow() {
    return false;
  }

  /** Search of batches of the probe side in the table. One thread. */
  abstract static class Probe {
    /** Starts a batch of the probe side. */
    abstract void start(VectorBatch probe);

    /**
     * Adds pairs with equal keys, until the block is full. Returns whether there may be more pairs
     * of the batch.
     *
     * @param skippedProbe rows of the probe side whose pairs are not needed
     * @param skippedBuild rows of the build side whose pairs are not needed
     */
    abstract boolean fill(
        PairBlock block, boolean @Nullable [] skippedProbe, @Nullable RowMarks skippedBuild);

    /** Marks the rows of the batch that have a pair. */
    abstract void markProbe(boolean[] matched);

    /** Marks the rows of the build side that have a pair with the batch. */
    abstract void markBuild(RowMarks marks);
  }
}
