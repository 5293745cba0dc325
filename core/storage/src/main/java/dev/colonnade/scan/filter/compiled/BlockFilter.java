package dev.colonnade.scan.filter.compiled;

import dev.colonnade.scan.column.ColumnVector;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * Vectorized evaluation of a {@link RowFilter} on the decoded columns of a block: each predicate is
 * evaluated for all rows that reach it, so that its loop reads one column. The result for a row is
 * that of {@link RowFilter#accepts}. Not thread-safe.
 */
public final class BlockFilter {
  private final RowFilter owner;
  private final int first;
  private final ColumnPredicate[] predicates;
  private final int[] ifTrue;
  private final int[] ifNot;

  /** Rows that have reached each predicate. */
  private final SelectionVector[] pending;

  private final SelectionVector accepted = new SelectionVector();

  public BlockFilter(RowFilter filter) {
    this.owner = filter;
    this.first = filter.first;
    this.predicates = filter.predicates;
    this.ifTrue = filter.ifTrue;
    this.ifNot = filter.ifNot;
    this.pending = new SelectionVector[predicates.length];
    Arrays.setAll(pending, _ -> new SelectionVector());
  }

  /**
   * Selects rows from {@code start}, included, to {@code end}, excluded.
   *
   * @param columns columns of the block, by the numbers of the columns that are read
   * @return number of selected rows, which are the first elements of {@link #selected}, ascending
   */
  public int select(ColumnVector[] columns, int start, int end) {
    accepted.count = 0;
    int top = firstUndecided(columns);
    if (top == RowFilter.ACCEPT) {
      accepted.addRange(start, end);
    } else if (top >= 0) {
      pending[top].addRange(start, end);
    }
    try {
      // The targets of a predicate have lower indexes than the predicate.
      for (int at = top; at >= 0; at--) {
        if (pending[at].count > 0) {
          evaluate(at, columns[predicates[at].number()]);
        }
      }
    } finally {
      Reference.reachabilityFence(owner);
    }
    if (!isAscending()) {
      Arrays.sort(accepted.rows, 0, accepted.count);
    }
    return accepted.count;
  }

  /** Returns the first predicate that the ranges of the columns do not decide, or the result. */
  private int firstUndecided(ColumnVector[] columns) {
    int at = first;
    while (at >= 0) {
      switch (predicates[at].verdict(columns[predicates[at].number()])) {
        case ALL -> at = ifTrue[at];
        case NONE -> at = ifNot[at];
        case UNDECIDED -> {
          return at;
        }
      }
    }
    return at;
  }

  private void evaluate(int at, ColumnVector column) {
    SelectionVector rows = pending[at];
    ColumnPredicate.Verdict verdict = predicates[at].verdict(column);
    if (verdict != ColumnPredicate.Verdict.UNDECIDED) {
      sendAll(rows, verdict == ColumnPredicate.Verdict.ALL ? ifTrue[at] : ifNot[at]);
      rows.count = 0;
      return;
    }
    rows.ensureTruthCapacity();
    predicates[at].testAll(column, rows);
    send(rows, true, ifTrue[at]);
    send(rows, false, ifNot[at]);
    rows.count = 0;
  }

  private void send(SelectionVector rows, boolean wanted, int target) {
    if (target == RowFilter.REJECT) {
      return;
    }
    SelectionVector to = target == RowFilter.ACCEPT ? accepted : pending[target];
    to.addWhere(rows, wanted);
  }

  private void sendAll(SelectionVector rows, int target) {
    if (target != RowFilter.REJECT) {
      SelectionVector to = target == RowFilter.ACCEPT ? accepted : pending[target];
      to.addAll(rows);
    }
  }

  private boolean isAscending() {
    for (int i = 1; i < accepted.count; i++) {
      if (accepted.rows[i - 1] > accepted.rows[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the selection vector of the last {@link #select}; valid until the next one, not to be
   * modified.
   */
  public int[] selected() {
    return accepted.rows;
  }
}
