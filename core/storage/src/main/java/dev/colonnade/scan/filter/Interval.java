package dev.colonnade.scan.filter;

import java.math.BigInteger;

/** Range of integers from {@code low} to {@code high}, both included; empty if reversed. */
record Interval(BigInteger low, BigInteger high) {
  private static final BigInteger WIDE_BOUND = BigInteger.ONE.shiftLeft(2 * Long.SIZE - 1);

  /** All signed 64-bit integers. */
  static final Interval LONGS =
      new Interval(BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE));

  /** All signed 128-bit integers. */
  static final Interval WIDES =
      new Interval(WIDE_BOUND.negate(), WIDE_BOUND.subtract(BigInteger.ONE));

  boolean isEmpty() {
    return low.compareTo(high) > 0;
  }

  boolean contains(BigInteger value) {
    return low.compareTo(value) <= 0 && value.compareTo(high) <= 0;
  }

  Interval intersect(Interval other) {
    return new Interval(low.max(other.low), high.min(other.high));
  }

  /** Returns the integers of this range that satisfy a comparison with a literal, not NOT_EQUAL. */
  Interval matching(Comparison comparison, OrderedLiteral literal) {
    BigInteger floor = literal.floor();
    BigInteger above = floor.add(BigInteger.ONE);
    BigInteger ceiling = literal.isExact() ? floor : above;
    Interval found =
        switch (comparison) {
          case EQUAL -> new Interval(ceiling, floor);
          case LESS -> new Interval(low, ceiling.subtract(BigInteger.ONE));
          case LESS_OR_EQUAL -> new Interval(low, floor);
          case GREATER -> new Interval(above, high);
          case GREATER_OR_EQUAL -> new Interval(ceiling, high);
          case NOT_EQUAL -> throw new IllegalArgumentException("not a range: comparison=NOT_EQUAL");
        };
    return intersect(found);
  }
}
