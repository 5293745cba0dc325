package dev.colonnade.scan.filter;

import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.row.RowAccessor;
import java.util.Arrays;

/**
 * One test of one column. It knows true and not true only: what is unknown never keeps a row, and
 * since every NOT has been carried down to the tests, which have their opposites built in, unknown
 * and false need not be told apart.
 */
abstract class ColumnTest {
  private final int number;
  private final int part;
  final int place;

  ColumnTest(ReadColumns columns, int number) {
    this.number = number;
    this.part = columns.part(number);
    this.place = columns.place(number);
  }

  /** The part of the row that {@link #passes} is to be given. */
  final int part() {
    return part;
  }

  /** The number of the column that is tested. */
  final int number() {
    return number;
  }

  /** Whether the test is true of the column in the accessor's row. */
  abstract boolean passes(RowAccessor row);

  /** The same for the column in rows that were decoded before: sets {@code rows.truth}. */
  abstract void pass(ColumnVector column, TestedRows rows);

  /** Whether the column is NULL, or is not. */
  static final class OfNull extends ColumnTest {
    private final boolean wanted;

    OfNull(ReadColumns columns, int number, boolean wanted) {
      super(columns, number);
      this.wanted = wanted;
    }

    @Override
    boolean passes(RowAccessor row) {
      return row.isNull(place) == wanted;
    }

    @Override
    void pass(ColumnVector column, TestedRows rows) {
      Arrays.fill(rows.truth, 0, rows.count, !wanted);
      for (int i = 0; column.validity() != ColumnVector.NOWHERE && i < rows.count; i++) {
        rows.truth[i] = TestedRows.isNull(column, rows.rows[i]) == wanted;
      }
    }
  }
}
