package dev.colonnade.sql.function.scalar;

import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;

/** Arithmetic of NUMERIC where an operand is {@code NaN} or infinite. */
final class SpecialArithmetic {
  private SpecialArithmetic() {}

  private static boolean isAnyNaN(BigDecimal left, BigDecimal right) {
    return SpecialNumeric.isNaN(left) || SpecialNumeric.isNaN(right);
  }

  static BigDecimal negate(BigDecimal value) {
    return SpecialNumeric.isNaN(value) ? value : value.negate();
  }

  static BigDecimal add(BigDecimal left, BigDecimal right) {
    boolean isOpposite =
        SpecialNumeric.is(left) && SpecialNumeric.is(right) && left.signum() != right.signum();
    if (isAnyNaN(left, right) || isOpposite) {
      return SpecialNumeric.NAN;
    }
    return SpecialNumeric.is(left) ? left : right;
  }

  static BigDecimal multiply(BigDecimal left, BigDecimal right) {
    int sign = left.signum() * right.signum();
    return isAnyNaN(left, right) || sign == 0
        ? SpecialNumeric.NAN
        : SpecialNumeric.infinity(sign < 0);
  }

  /** Returns the quotient; the divisor is not zero unless the dividend is {@code NaN}. */
  static BigDecimal divide(BigDecimal left, BigDecimal right) {
    if (isAnyNaN(left, right)) {
      return SpecialNumeric.NAN;
    }
    if (SpecialNumeric.is(right)) {
      return SpecialNumeric.is(left) ? SpecialNumeric.NAN : BigDecimal.ZERO;
    }
    return SpecialNumeric.infinity(left.signum() != right.signum());
  }

  /** Returns the remainder; the divisor is not zero unless the dividend is {@code NaN}. */
  static BigDecimal remainder(BigDecimal left, BigDecimal right) {
    if (isAnyNaN(left, right)) {
      return SpecialNumeric.NAN;
    }
    return SpecialNumeric.is(left) ? SpecialNumeric.NAN : left;
  }
}
