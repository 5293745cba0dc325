package dev.colonnade.scan.filter;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.row.RowAccessor;
import java.math.BigInteger;
import java.util.List;

/** Tests of columns of sixteen bytes, as signed 128-bit integers in two halves. */
abstract class WideTest extends ColumnTest {
  private final boolean isInteger;
  private final boolean negated;

  private WideTest(ReadColumns columns, int number, boolean negated) {
    super(columns, number);
    this.isInteger = columns.column(number).type().storage() == StorageKind.INT128;
    this.negated = negated;
  }

  @Override
  final boolean passes(RowAccessor row) {
    if (row.isNull(place)) {
      return false;
    }
    // Sixteen bytes without a sign are moved into the signed order.
    return isInteger
        ? holds(row.int128HighAt(place), row.int128LowAt(place)) != negated
        : holds(row.bytes16HighAt(place) ^ Long.MIN_VALUE, row.bytes16LowAt(place)) != negated;
  }

  @Override
  final void pass(ColumnVector column, TestedRows rows) {
    for (int i = 0; i < rows.count; i++) {
      long at = column.values() + 2L * Long.BYTES * rows.rows[i];
      boolean held =
          isInteger
              ? holds(NativeMemory.getLong(at + Long.BYTES), NativeMemory.getLong(at))
              : holds(
                  NativeMemory.getLongBigEndian(at) ^ Long.MIN_VALUE,
                  NativeMemory.getLongBigEndian(at + Long.BYTES));
      rows.truth[i] = held != negated;
    }
    rows.refuseNulls(column);
  }

  abstract boolean holds(long high, long low);

  static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
    return leftHigh != rightHigh
        ? Long.compare(leftHigh, rightHigh)
        : Long.compareUnsigned(leftLow, rightLow);
  }

  private static long highOf(BigInteger value) {
    return value.shiftRight(Long.SIZE).longValue();
  }

  /** Whether the value lies between two others, both included. */
  static final class Range extends WideTest {
    private final long lowHigh;
    private final long lowLow;
    private final long highHigh;
    private final long highLow;

    Range(ReadColumns columns, int number, Interval interval, boolean negated) {
      super(columns, number, negated);
      this.lowHigh = highOf(interval.low());
      this.lowLow = interval.low().longValue();
      this.highHigh = highOf(interval.high());
      this.highLow = interval.high().longValue();
    }

    @Override
    boolean holds(long high, long low) {
      return compare(lowHigh, lowLow, high, low) <= 0 && compare(high, low, highHigh, highLow) <= 0;
    }
  }

  /** Whether the value is one of a list. */
  static final class Member extends WideTest {
    private final long[] highs;
    private final long[] lows;

    Member(ReadColumns columns, int number, List<BigInteger> values, boolean negated) {
      super(columns, number, negated);
      List<BigInteger> sorted = values.stream().sorted().toList();
      this.highs = sorted.stream().mapToLong(WideTest::highOf).toArray();
      this.lows = sorted.stream().mapToLong(BigInteger::longValue).toArray();
    }

    @Override
    boolean holds(long high, long low) {
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
