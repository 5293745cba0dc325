package dev.colonnade.scan.filter.compiled;

import dev.colonnade.scan.row.RowView;
import java.lang.ref.Reference;

/**
 * Compiled filter, the pushed-down predicate of a scan: column predicates in short-circuit order,
 * each with the target to jump to if it is true and if it is not. A row is accepted or rejected as
 * soon as the result is certain. Immutable and thread-safe.
 */
public final class RowFilter {
  /** Target that accepts the row. */
  static final int ACCEPT = -1;

  /** Target that rejects the row. */
  static final int REJECT = -2;

  final int first;
  final ColumnPredicate[] predicates;
  final int[] ifTrue;
  final int[] ifNot;

  RowFilter(int first, ColumnPredicate[] predicates, int[] ifTrue, int[] ifNot) {
    this.first = first;
    this.predicates = predicates;
    this.ifTrue = ifTrue;
    this.ifNot = ifNot;
  }

  /** Returns whether every row is accepted, so that rows need not be tested. */
  public boolean acceptsAll() {
    return first == ACCEPT;
  }

  /** Returns whether the row is accepted. */
  public boolean accepts(RowView row) {
    try {
      int at = first;
      while (at >= 0) {
        ColumnPredicate predicate = predicates[at];
        at = predicate.test(row.part(predicate.part())) ? ifTrue[at] : ifNot[at];
      }
      return at == ACCEPT;
    } finally {
      // The predicates own native memory that is freed when they are unreachable.
      Reference.reachabilityFence(this);
    }
  }
}
