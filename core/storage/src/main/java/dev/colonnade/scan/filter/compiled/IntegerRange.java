package dev.colonnade.scan.filter.compiled;

import dev.colonnade.scan.filter.Comparison;
import java.math.BigInteger;

/** Range of integers from {@code low} to {@code high}, both included; empty if reversed. */
record IntegerRange(BigInteger low, BigInteger high) {
  private static final BigInteger WIDE_BOUND = BigInteger.ONE.shiftLeft(2 * Long.SIZE - 1);

  /** All signed 64-bit integers. */
  static final IntegerRange LONGS =
      new IntegerRange(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE));

  /** All signed 128-bit integers. */
  static final IntegerRange WIDES =
      new IntegerRange(WIDE_BOUND.negate(), WIDE_BOUND.subtract(BigInteger.ONE));

  boolean isEmpty() {
    return low.compareTo(high) > 0;
  }

  boolean contains(BigInteger value) {
    return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
  }

  IntegerRange intersect(IntegerRange other) {
    return new IntegerRange(low.max(other.low), high.min(other.high));
  }

  /** Returns the integers of this range that satisfy a comparison with a literal, not NOT_EQUAL. */
  IntegerRange matching(Comparison comparison, OrderedLiteral literal) {
    BigInteger floor = literal.floor();
    BigInteger above = floor.add(BigInteger.ONE);
    BigInteger ceiling = literal.isExact() ? floor : above;
    IntegerRange found =
        switch (comparison) {
          case EQUAL -> new IntegerRange(ceiling, floor);
          case LESS -> new IntegerRange(low, ceiling.subtract(BigInteger.ONE));
          case LESS_OR_EQUAL -> new IntegerRange(low, floor);
          case GREATER -> new IntegerRange(above, high);
          case GREATER_OR_EQUAL -> new IntegerRange(ceiling, high);
          case NOT_EQUAL -> throw new IllegalArgumentException("not a range: comparison=NOT_EQUAL");
        };
    return intersect(found);
  }
}
