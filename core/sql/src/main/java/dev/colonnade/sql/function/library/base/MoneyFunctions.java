package dev.colonnade.sql.function.library.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.base.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Functions and operators on amounts of money. */
public final class MoneyFunctions {
  private static final int FRACTION_DIGITS = 2;

  private MoneyFunctions() {}

  public static Money ofLong(long units) {
    return Money.ofUnits(units);
  }

  public static Money ofDecimal(BigDecimal units) {
    try {
      BigDecimal cents = units.movePointRight(FRACTION_DIGITS).setScale(0, RoundingMode.HALF_UP);
      return new Money(cents.longValueExact());
    } catch (ArithmeticException e) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range", e);
    }
  }

  public static BigDecimal toDecimal(Money value) {
    return BigDecimal.valueOf(value.cents(), FRACTION_DIGITS);
  }

  public static Money add(Money left, Money right) {
    return exact(() -> Math.addExact(left.cents(), right.cents()));
  }

  public static Money subtract(Money left, Money right) {
    return exact(() -> Math.subtractExact(left.cents(), right.cents()));
  }

  public static Money multiply(Money value, long factor) {
    return exact(() -> Math.multiplyExact(value.cents(), factor));
  }

  public static Money multiplyBy(long factor, Money value) {
    return multiply(value, factor);
  }

  public static Money multiplyDouble(Money value, double factor) {
    return rounded(value.cents() * factor);
  }

  public static Money multiplyByDouble(double factor, Money value) {
    return multiplyDouble(value, factor);
  }

  public static Money divide(Money value, long divisor) {
    if (divisor == 0) {
      throw divisionByZero();
    }
    return exact(() -> Math.divideExact(value.cents(), divisor));
  }

  public static Money divideDouble(Money value, double divisor) {
    if (divisor == 0) {
      throw divisionByZero();
    }
    return rounded(value.cents() / divisor);
  }

  public static double ratio(Money value, Money divisor) {
    if (divisor.cents() == 0) {
      throw divisionByZero();
    }
    return (double) value.cents() / divisor.cents();
  }

  public static int compare(Money left, Money right) {
    return left.compareTo(right);
  }

  public static Money larger(Money left, Money right) {
    return left.cents() > right.cents() ? left : right;
  }

  public static Money smaller(Money left, Money right) {
    return left.cents() < right.cents() ? left : right;
  }

  private interface Cents {
    long compute();
  }

  private static Money exact(Cents cents) {
    try {
      return new Money(cents.compute());
    } catch (ArithmeticException e) {
      throw Money.outOfRange();
    }
  }

  private static Money rounded(double cents) {
    double whole = Math.rint(cents);
    if (!(Math.abs(whole) < 0x1p63)) {
      throw Money.outOfRange();
    }
    return new Money((long) whole);
  }

  private static ColonnadeException divisionByZero() {
    return new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
  }
}
