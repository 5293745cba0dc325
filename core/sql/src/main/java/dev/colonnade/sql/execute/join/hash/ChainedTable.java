package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Join table whose rows with equal keys are a list each. */
abstract sealed class ChainedTable extends JoinTable permits LongJoinTable, KeyJoinTable {
  /** Rows that are passed over at most before the caller can check for cancellation. */
  static final int STEPS_MAX = 1 << 16;

  private static final int ROWS_MIN = 64;

  /** For each row the next one with the same key. */
  private int[] next = new int[0];

  private int addedCount;

  /** Adds a row to a list, whose first row it becomes. */
  final void link(int row, int head) {
    next[row] = head;
  }

  /** Makes space for rows; returns the number of rows that fit. */
  final int reserve(int rowCount) {
    if (rowCount > next.length) {
      next = Arrays.copyOf(next, capacityFor(rowCount));
    }
    addedCount = rowCount;
    return next.length;
  }

  /** Returns the number of rows for which arrays are made if {@code rowCount} have to fit. */
  final int capacityFor(int rowCount) {
    return rowCount <= next.length
        ? next.length
        : Math.max(rowCount, Math.max(ROWS_MIN, next.length + (next.length >> 1)));
  }

  /** Returns the number of rows that were added. */
  final int rowCount() {
    return addedCount;
  }

  final int nextRow(int row) {
    return next[row];
  }

  final long chainBytes() {
    return (long) Integer.BYTES * next.length;
  }

  @Override
  void finish(VectorBatch rows) {}

  @Override
  final ChainProbe newProbe() {
    return new ChainProbe(newFinder());
  }

  /** Returns a new finder, which one thread uses. */
  abstract HeadFinder newFinder();

  /** Search of the first rows of lists. */
  @FunctionalInterface
  interface HeadFinder {
    /** Finds the first row of the list of each row of a batch; {@link #END} if there is none. */
    void find(VectorBatch probe, int[] into);
  }

  /** Search by the lists of rows with equal keys. */
  final class ChainProbe extends Probe {
    private final HeadFinder finder;

    /** For each row of the probe side the first row with its key. */
    private int[] heads = new int[0];

    /** First rows of lists all of whose rows are marked. */
    private @Nullable RowMarks markedLists;

    private int probeCount;
    private int probeRow;
    private int candidate = END;

    ChainProbe(HeadFinder finder) {
      this.finder = finder;
    }

    @Override
    void start(VectorBatch probe) {
      probeCount = probe.rowCount();
      if (heads.length < probeCount) {
        heads = new int[probeCount];
      }
      finder.find(probe, heads);
      probeRow = -1;
      candidate = END;
    }

    @Override
    boolean fill(
        PairBlock block, boolean @Nullable [] skippedProbe, @Nullable RowMarks skippedBuild) {
      int steps = 0;
      if (skippedProbe != null && candidate != END && skippedProbe[probeRow]) {
        candidate = END;
      }
      while (true) {
        while (candidate != END) {
          if (block.isFull() || ++steps > STEPS_MAX) {
            return true;
          }
          int row = candidate;
          candidate = next[row];
          if (skippedBuild == null || !skippedBuild.get(row)) {
            block.add(probeRow, row);
          }
        }
        if (++probeRow >= probeCount) {
          probeRow = probeCount;
          return false;
        }
        if (skippedProbe == null || !skippedProbe[probeRow]) {
          candidate = heads[probeRow];
        }
      }
    }

    @Override
    void markProbe(boolean[] matched) {
      for (int row = 0; row < probeCount; row++) {
        matched[row] |= heads[row] != END;
      }
    }

    @Override
    void markBuild(RowMarks marks) {
      RowMarks lists = markedLists;
      if (lists == null) {
        lists = new RowMarks();
        lists.reserve(addedCount);
        markedLists = lists;
      }
      for (int row = 0; row < probeCount; row++) {
        int head = heads[row];
        if (head != END && !lists.get(head)) {
          lists.set(head);
          for (int each = head; each != END; each = next[each]) {
            marks.set(each);
          }
        }
      }
    }
  }
}
