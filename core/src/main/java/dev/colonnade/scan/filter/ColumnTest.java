package dev.colonnade.scan.filter;

import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.row.RowAccessor;

/**
 * One test of one column. It knows true and not true only: what is unknown never keeps a row, and
 * since every NOT has been carried down to the tests, which have their opposites built in, unknown
 * and false need not be told apart.
 */
abstract class ColumnTest {
  private final int part;
  final int place;

  ColumnTest(ReadColumns columns, int number) {
    this.part = columns.part(number);
    this.place = columns.place(number);
  }

  /** The part of the row that {@link #passes} is to be given. */
  final int part() {
    return part;
  }

  /** Whether the test is true of the column in the accessor's row. */
  abstract boolean passes(RowAccessor row);

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
  }
}
