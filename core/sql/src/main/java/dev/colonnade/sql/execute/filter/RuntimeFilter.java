package dev.colonnade.sql.execute.filter;

import dev.colonnade.sql.vector.LongVector;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runtime filter: the keys of a column of the build side of a hash join. The thread that reads the
 * build side publishes them once, before rows of the probe side are read; until then, and if there
 * is no memory for them, the filter accepts all rows. After that any threads may select rows. It
 * stops testing rows if nearly all of them have a match. Thread-safe.
 */
public final class RuntimeFilter {
  /** Number of rows after which the filter decides whether to go on. */
  private static final long TRIAL_ROWS = 1 << 16;

  /** Fraction of rows up to which the filter goes on. */
  private static final double USEFUL_FRACTION = 0.8;

  private final AtomicLong tested = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private volatile @Nullable KeySet keys;

  /** Returns the most bytes of memory of a filter for some rows of a build side. */
  public static long memoryBytesMax(int rowCount) {
    return KeySet.memoryBytesMax(rowCount);
  }

  /** Sets the keys: the values of the first rows that are not NULL. */
  public void publish(LongVector column, int rowCount) {
    keys = KeySetBuilder.setOf(column, rowCount);
  }

  /** Publication of the keys of a column whose rows are read once more for that. */
  public final class Publication {
    private final KeySet set;

    private Publication(KeySet set) {
      this.set = set;
    }

    /** Adds the values of the first rows that are not NULL. */
    public void add(LongVector column, int rowCount) {
      set.addAll(column, rowCount);
    }

    /** Sets the keys: the values that were added. */
    public void complete() {
      keys = set;
    }
  }

  /** Starts a publication of values that the builder has looked at. */
  public Publication publication(KeySetBuilder observed) {
    return new Publication(observed.newSet());
  }

  /** Frees the keys: the filter accepts all rows again. */
  public void clear() {
    keys = null;
  }

  /** Returns whether the filter may reject rows. */
  public boolean isActive() {
    return keys != null;
  }

  /** Returns whether it rejects all values between two bounds, both included. */
  public boolean rejects(long from, long to) {
    KeySet present = keys;
    return present != null && present.isDisjoint(from, to);
  }

  /**
   * Selects the rows that may have a match.
   *
   * @param rows to look at, ascending; null for the first {@code count} rows
   * @param into receives the rows; may be {@code rows}
   * @return the number of rows that are selected
   */
  public int select(LongVector column, int @Nullable [] rows, int count, int[] into) {
    KeySet present = keys;
    if (present == null) {
      for (int i = 0; i < count; i++) {
        into[i] = rows == null ? i : rows[i];
      }
      return count;
    }
    int selected = present.select(column.values(), column.nulls(), rows, count, into);
    long testedRows = tested.addAndGet(count);
    long acceptedRows = accepted.addAndGet(selected);
    if (testedRows >= TRIAL_ROWS) {
      if (acceptedRows > USEFUL_FRACTION * testedRows) {
        keys = null;
      }
      tested.addAndGet(-testedRows);
      accepted.addAndGet(-acceptedRows);
    }
    return selected;
  }
}
