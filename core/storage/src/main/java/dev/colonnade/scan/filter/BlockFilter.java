package dev.colonnade.scan.filter;

import dev.colonnade.scan.column.ColumnVector;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * Decides about the rows of a block, whose columns were decoded before: each test is made of all
 * rows that come as far as it, so that its loop is over one column. What it says of a row is what
 * {@link RowFilter#keeps} does. One thread.
 */
public final class BlockFilter {
  private final RowFilter owner;
  private final int first;
  private final ColumnTest[] tests;
  private final int[] ifTrue;
  private final int[] ifNot;

  /** By test, the rows that have come to it. */
  private final TestedRows[] arrived;

  private final TestedRows kept = new TestedRows();

  BlockFilter(RowFilter owner, int first, ColumnTest[] tests, int[] ifTrue, int[] ifNot) {
    this.owner = owner;
    this.first = first;
    this.tests = tests;
    this.ifTrue = ifTrue;
    this.ifNot = ifNot;
    this.arrived = new TestedRows[tests.length];
    Arrays.setAll(arrived, _ -> new TestedRows());
  }

  /**
   * Selects among the rows from {@code start}, included, to {@code end}, excluded.
   *
   * @param columns of the block, by the numbers of the columns that are read
   * @return how many are kept: so many of {@link #selected}, ascending
   */
  public int select(ColumnVector[] columns, int start, int end) {
    kept.count = 0;
    if (first == RowFilter.KEEP) {
      kept.addRange(start, end);
    } else if (first >= 0) {
      arrived[first].addRange(start, end);
    }
    try {
      // The targets of a test are made before it.
      for (int at = first; at >= 0; at--) {
        if (arrived[at].count > 0) {
          test(at, columns[tests[at].number()]);
        }
      }
    } finally {
      Reference.reachabilityFence(owner);
    }
    if (!isAscending()) {
      Arrays.sort(kept.rows, 0, kept.count);
    }
    return kept.count;
  }

  private void test(int at, ColumnVector column) {
    TestedRows rows = arrived[at];
    rows.beforeTest();
    tests[at].pass(column, rows);
    send(rows, true, ifTrue[at]);
    send(rows, false, ifNot[at]);
    rows.count = 0;
  }

  private void send(TestedRows rows, boolean wanted, int target) {
    if (target == RowFilter.REFUSE) {
      return;
    }
    TestedRows to = target == RowFilter.KEEP ? kept : arrived[target];
    for (int i = 0; i < rows.count; i++) {
      if (rows.truth[i] == wanted) {
        to.add(rows.rows[i]);
      }
    }
  }

  private boolean isAscending() {
    for (int i = 1; i < kept.count; i++) {
      if (kept.rows[i - 1] > kept.rows[i]) {
        return false;
      }
    }
    return true;
  }

  /** The rows that {@link #select} kept; valid until it is asked again, not to be changed. */
  public int[] selected() {
    return kept.rows;
  }
}
