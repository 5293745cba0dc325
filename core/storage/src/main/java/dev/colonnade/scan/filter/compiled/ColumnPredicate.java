package dev.colonnade.scan.filter.compiled;

import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.row.RowAccessor;
import java.util.Arrays;

/**
 * Predicate on one column. Its result is true or not true: unknown never selects a row, and since
 * every NOT has been pushed down to the predicates, which support negation, unknown and false need
 * not be distinguished.
 */
abstract class ColumnPredicate {
  private final int number;
  private final int part;
  final int place;

  ColumnPredicate(ReadColumns columns, int number) {
    this.number = number;
    this.part = columns.part(number);
    this.place = columns.place(number);
  }

  /** Returns the part of the row whose accessor {@link #test} expects. */
  final int part() {
    return part;
  }

  /** Returns the number of the tested column. */
  final int number() {
    return number;
  }

  /** Returns whether the predicate is true for the column in the accessor's row. */
  abstract boolean test(RowAccessor row);

  /** Result of a predicate for all rows of a block that its metadata decides. */
  enum Verdict {
    ALL,
    NONE,
    UNDECIDED
  }

  /** Returns the result for all rows of a decoded column, as far as its metadata decides it. */
  Verdict verdict(ColumnVector column) {
    return Verdict.UNDECIDED;
  }

  /** Evaluates the predicate for all {@code rows} of a decoded column: sets {@code rows.truth}. */
  abstract void testAll(ColumnVector column, SelectionVector rows);

  /** Test for NULL: IS NULL if {@code wanted}, else IS NOT NULL. */
  static final class NullTest extends ColumnPredicate {
    private final boolean wanted;

    NullTest(ReadColumns columns, int number, boolean wanted) {
      super(columns, number);
      this.wanted = wanted;
    }

    @Override
    boolean test(RowAccessor row) {
      return row.isNull(place) == wanted;
    }

    @Override
    Verdict verdict(ColumnVector column) {
      if (column.validity() != ColumnVector.NO_ADDRESS) {
        return Verdict.UNDECIDED;
      }
      return wanted ? Verdict.NONE : Verdict.ALL;
    }

    @Override
    void testAll(ColumnVector column, SelectionVector rows) {
      Arrays.fill(rows.truth, 0, rows.count, !wanted);
      for (int i = 0; column.validity() != ColumnVector.NO_ADDRESS && i < rows.count; i++) {
        rows.truth[i] = SelectionVector.isNull(column, rows.rows[i]) == wanted;
      }
    }
  }
}
