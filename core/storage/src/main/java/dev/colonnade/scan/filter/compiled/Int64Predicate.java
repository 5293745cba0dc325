package dev.colonnade.scan.filter.compiled;

import dev.colonnade.key.FloatOrder;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.DecodedNumbers;
import dev.colonnade.scan.column.ValueRange;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.row.RowAccessor;
import java.util.Arrays;

/**
 * Predicate on a fixed-width column of up to eight bytes, evaluated on longs with the order of the
 * column: floating-point numbers are mapped to integers in their order.
 */
abstract class Int64Predicate extends ColumnPredicate {
  private final ColumnType type;
  private final StorageKind kind;
  private final boolean negated;

  private Int64Predicate(ReadColumns columns, int number, boolean negated) {
    super(columns, number);
    this.type = columns.column(number).type();
    this.kind = type.storage();
    this.negated = negated;
  }

  @Override
  final boolean test(RowAccessor row) {
    return !row.isNull(place) && matches(valueOf(row)) != negated;
  }

  @Override
  final void testAll(ColumnVector column, SelectionVector rows) {
    long[] values = rows.longs();
    if (!rows.isRange()
        || !DecodedNumbers.readRange(type, column, rows.rows[0], rows.count, values)) {
      DecodedNumbers.read(type, column, rows.rows, rows.count, values);
    }
    if (kind == StorageKind.FLOAT32 || kind == StorageKind.FLOAT64) {
      for (int i = 0; i < rows.count; i++) {
        values[i] = orderOf(Double.longBitsToDouble(values[i]));
      }
    }
    matchAll(values, rows.count, negated, rows.truth);
    rows.rejectNulls(column);
  }

  /** {@inheritDoc} The range of a column excludes NULLs, for which no predicate is true. */
  @Override
  final Verdict verdict(ColumnVector column) {
    ValueRange range = column.range();
    if (range == null) {
      return Verdict.UNDECIDED;
    }
    boolean hasNulls = column.validity() != ColumnVector.NO_ADDRESS;
    return switch (verdict(range)) {
      case ALL -> negated ? Verdict.NONE : hasNulls ? Verdict.UNDECIDED : Verdict.ALL;
      case NONE -> !negated ? Verdict.NONE : hasNulls ? Verdict.UNDECIDED : Verdict.ALL;
      case UNDECIDED -> Verdict.UNDECIDED;
    };
  }

  /** Returns the result of {@link #matches} for all values of a range. */
  abstract Verdict verdict(ValueRange range);

  abstract boolean matches(long value);

  /**
   * Sets the truth of each value: whether it satisfies the predicate, or, if {@code unwanted}, does
   * not.
   */
  abstract void matchAll(long[] values, int count, boolean unwanted, boolean[] truth);

  private long valueOf(RowAccessor row) {
    return switch (kind) {
      case BOOL1 -> row.booleanAt(place) ? 1 : 0;
      case INT16 -> row.shortAt(place);
      case INT32, ENUM32 -> row.intAt(place);
      case INT64 -> row.longAt(place);
      case FLOAT32 -> orderOf(row.floatAt(place));
      case FLOAT64 -> orderOf(row.doubleAt(place));
      case INT128, BYTES16, VARIABLE -> throw new AssertionError("wider than a long");
    };
  }

  /** Returns a number whose signed order is the order of doubles. */
  static long orderOf(double value) {
    return FloatOrder.sortable(value) ^ Long.MIN_VALUE;
  }

  /** Containment in a range, both bounds included. */
  static final class Range extends Int64Predicate {
    private final long low;
    private final long high;

    Range(ReadColumns columns, int number, long low, long high, boolean negated) {
      super(columns, number, negated);
      this.low = low;
      this.high = high;
    }

    @Override
    boolean matches(long value) {
      return low <= value && value <= high;
    }

    @Override
    Verdict verdict(ValueRange range) {
      if (range.max() < low || range.min() > high) {
        return Verdict.NONE;
      }
      return low <= range.min() && range.max() <= high ? Verdict.ALL : Verdict.UNDECIDED;
    }

    @SuppressWarnings("ShortCircuitBoolean") // no branch in the loop
    @Override
    void matchAll(long[] values, int count, boolean unwanted, boolean[] truth) {
      for (int i = 0; i < count; i++) {
        truth[i] = (low <= values[i] && values[i] <= high) != unwanted;
      }
    }
  }

  /** Membership in a list (IN), by binary search. */
  static final class Member extends Int64Predicate {
    private final long[] sorted;

    Member(ReadColumns columns, int number, long[] values, boolean negated) {
      super(columns, number, negated);
      this.sorted = values.clone();
      Arrays.sort(sorted);
    }

    @Override
    Verdict verdict(ValueRange range) {
      int at = Arrays.binarySearch(sorted, range.min());
      int next = at >= 0 ? at : -at - 1;
      boolean isOutside = next == sorted.length || sorted[next] > range.max();
      return isOutside ? Verdict.NONE : Verdict.UNDECIDED;
    }

    @Override
    boolean matches(long value) {
      return Arrays.binarySearch(sorted, value) >= 0;
    }

    @Override
    void matchAll(long[] values, int count, boolean unwanted, boolean[] truth) {
      for (int i = 0; i < count; i++) {
        truth[i] = matches(values[i]) != unwanted;
      }
    }
  }
}
