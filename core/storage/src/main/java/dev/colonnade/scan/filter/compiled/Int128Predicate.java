package dev.colonnade.scan.filter.compiled;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.row.RowAccessor;
import java.math.BigInteger;
import java.util.List;

/** Predicate on a column of sixteen bytes, evaluated on signed 128-bit integers in two halves. */
abstract class Int128Predicate extends ColumnPredicate {
  private final boolean isInteger;
  private final boolean negated;

  private Int128Predicate(ReadColumns columns, int number, boolean negated) {
    super(columns, number);
    this.isInteger = columns.column(number).type().storage() == StorageKind.INT128;
    this.negated = negated;
  }

  @Override
  final boolean test(RowAccessor row) {
    if (row.isNull(place)) {
      return false;
    }
    // Unsigned sixteen bytes are mapped to the signed order.
    return isInteger
        ? matches(row.int128HighAt(place), row.int128LowAt(place)) != negated
        : matches(row.bytes16HighAt(place) ^ Long.MIN_VALUE, row.bytes16LowAt(place)) != negated;
  }

  @Override
  final void testAll(ColumnVector column, SelectionVector rows) {
    for (int i = 0; i < rows.count; i++) {
      long at = column.values() + 2L * Long.BYTES * rows.rows[i];
      boolean matched =
          isInteger
              ? matches(NativeMemory.getLong(at + Long.BYTES), NativeMemory.getLong(at))
              : matches(
                  NativeMemory.getLongBigEndian(at) ^ Long.MIN_VALUE,
                  NativeMemory.getLongBigEndian(at + Long.BYTES));
      rows.truth[i] = matched != negated;
    }
    rows.rejectNulls(column);
  }

  abstract boolean matches(long high, long low);

  static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
    return leftHigh != rightHigh
        ? Long.compare(leftHigh, rightHigh)
        : Long.compareUnsigned(leftLow, rightLow);
  }

  private static long highOf(BigInteger value) {
    return value.shiftRight(Long.SIZE).longValue();
  }

  /** Containment in a range, both bounds included. */
  static final class Range extends Int128Predicate {
    private final long lowHigh;
    private final long lowLow;
    private final long highHigh;
    private final long highLow;

    Range(ReadColumns columns, int number, IntegerRange interval, boolean negated) {
      super(columns, number, negated);
      this.lowHigh = highOf(interval.low());
      this.lowLow = interval.low().longValue();
      this.highHigh = highOf(interval.high());
      this.highLow = interval.high().longValue();
    }

    @Override
    boolean matches(long high, long low) {
      return compare(lowHigh, lowLow, high, low) <= 0 && compare(high, low, highHigh, highLow) <= 0;
    }
  }

  /** Membership in a list (IN), by binary search. */
  static final class Member extends Int128Predicate {
    private final long[] highs;
    private final long[] lows;

    Member(ReadColumns columns, int number, List<BigInteger> values, boolean negated) {
      super(columns, number, negated);
      List<BigInteger> sorted = values.stream().sorted().toList();
      this.highs = sorted.stream().mapToLong(Int128Predicate::highOf).toArray();
      this.lows = sorted.stream().mapToLong(BigInteger::longValue).toArray();
    }

    @Override
    boolean matches(long high, long low) {
      int from = 0;
      int to = highs.length - 1;
      while (from <= to) {
        int middle = (from + to) >>> 1;
        int order = compare(highs[middle], lows[middle], high, low);
        if (order == 0) {
          return true;
        }
        if (order < 0) {
          from = middle + 1;
        } else {
          to = middle - 1;
        }
      }
      return false;
    }
  }
}
