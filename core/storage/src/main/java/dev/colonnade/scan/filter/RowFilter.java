package dev.colonnade.scan.filter;

import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowView;
import java.lang.ref.Reference;

/**
 * A compiled filter: tests of single columns, each with the one to go to if it is true and if not.
 * A row is kept or refused as soon as that is certain. Immutable; safe for use by many threads.
 */
public final class RowFilter {
  /** The target that keeps the row. */
  static final int KEEP = -1;

  /** The target that refuses the row. */
  static final int REFUSE = -2;

  private final int first;
  private final ColumnTest[] tests;
  private final int[] ifTrue;
  private final int[] ifNot;

  RowFilter(int first, ColumnTest[] tests, int[] ifTrue, int[] ifNot) {
    this.first = first;
    this.tests = tests;
    this.ifTrue = ifTrue;
    this.ifNot = ifNot;
  }

  /**
   * Compiles a filter on columns that are read. UNKNOWN_COLUMN if one is not, TYPE_MISMATCH if a
   * literal or LIKE does not go with its column.
   */
  public static RowFilter compile(Filter filter, ReadColumns columns) {
    return new FilterCompiler(columns).compile(filter);
  }

  /** Whether every row is kept, and rows need not be tested. */
  public boolean keepsAll() {
    return first == KEEP;
  }

  /** Whether no row can be kept. */
  public boolean keepsNone() {
    return first == REFUSE;
  }

  /** What decides about many rows at a time, whose columns were decoded before. */
  public BlockFilter forBlocks() {
    return new BlockFilter(this, first, tests, ifTrue, ifNot);
  }

  /** Whether the row is kept. */
  public boolean keeps(RowView row) {
    try {
      int at = first;
      while (at >= 0) {
        ColumnTest test = tests[at];
        at = test.passes(row.part(test.part())) ? ifTrue[at] : ifNot[at];
      }
      return at == KEEP;
    } finally {
      // The tests own native memory that they give back when they are unreachable.
      Reference.reachabilityFence(this);
    }
  }
}
