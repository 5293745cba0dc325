package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * Trigonometric functions in degrees, and inverse hyperbolic functions. Results are scaled as in
 * PostgreSQL, so that {@code sind(30)} is exactly 0.5 and {@code tand(45)} exactly 1.
 */
public final class TrigonometricFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "sind(float8) float8",
          "cosd(float8) float8",
          "tand(float8) float8",
          "cotd(float8) float8",
          "asind(float8) float8",
          "acosd(float8) float8",
          "atand(float8) float8",
          "atan2d(float8, float8) float8",
          "asinh(float8) float8",
          "acosh(float8) float8",
          "atanh(float8) float8");

  private static final double RADIANS = Math.PI / 180;
  private static final double SIN_30 = Math.sin(30 * RADIANS);
  private static final double ONE_MINUS_COS_60 = 1 - Math.cos(60 * RADIANS);
  private static final double LN_2 = Math.log(2);

  /** Number from which on adding 1 to its square changes nothing. */
  private static final double ADDEND_LOST = 1L << 28;

  private static final double ASIN_HALF = Math.asin(0.5);
  private static final double ACOS_HALF = Math.acos(0.5);
  private static final double ATAN_ONE = Math.atan(1);
  private static final double TAN_45 = sinOfQuarter(45) / cosOfQuarter(45);

  private TrigonometricFunctions() {}

  private static double sinTo30(double degrees) {
    return Math.sin(degrees * RADIANS) / SIN_30 / 2;
  }

  private static double cosTo60(double degrees) {
    return 1 - (1 - Math.cos(degrees * RADIANS)) / ONE_MINUS_COS_60 / 2;
  }

  private static double sinOfQuarter(double degrees) {
    return degrees <= 30 ? sinTo30(degrees) : cosTo60(90 - degrees);
  }

  private static double cosOfQuarter(double degrees) {
    return degrees <= 60 ? cosTo60(degrees) : sinTo30(90 - degrees);
  }

  public static double sind(double degrees) {
    double turned = turned(degrees);
    int sign = turned < 0 ? -1 : 1;
    double half = Math.abs(turned);
    if (half > 180) {
      half = 360 - half;
      sign = -sign;
    }
    return sign * sinOfQuarter(half > 90 ? 180 - half : half);
  }

  public static double cosd(double degrees) {
    double half = Math.abs(turned(degrees));
    half = half > 180 ? 360 - half : half;
    return half > 90 ? -cosOfQuarter(180 - half) : cosOfQuarter(half);
  }

  private static double turned(double degrees) {
    if (Double.isInfinite(degrees)) {
      throw outOfRange();
    }
    return degrees % 360;
  }

  public static double tand(double degrees) {
    return sind(degrees) / cosd(degrees) / TAN_45 + 0.0;
  }

  public static double cotd(double degrees) {
    if (degrees == 0) {
      return 1 / degrees; // with the sign of the zero
    }
    return cosd(degrees) / sind(degrees) * TAN_45 + 0.0;
  }

  public static double asind(double value) {
    requireUnit(value);
    return value < 0 ? -asinOfQuarter(-value) : asinOfQuarter(value);
  }

  private static double asinOfQuarter(double value) {
    return value <= 0.5
        ? Math.asin(value) / ASIN_HALF * 30
        : 90 - Math.acos(value) / ACOS_HALF * 60;
  }

  public static double acosd(double value) {
    requireUnit(value);
    if (value < 0) {
      return 90 + asinOfQuarter(-value);
    }
    return value <= 0.5
        ? 90 - Math.asin(value) / ASIN_HALF * 30
        : Math.acos(value) / ACOS_HALF * 60;
  }

  public static double atand(double value) {
    return Math.atan(value) / ATAN_ONE * 45;
  }

  public static double atan2d(double y, double x) {
    return Math.atan2(y, x) / ATAN_ONE * 45;
  }

  public static double asinh(double value) {
    double size = Math.abs(value);
    if (size > ADDEND_LOST) {
      return Math.copySign(Math.log(size) + LN_2, value);
    }
    double root = Math.sqrt(size * size + 1);
    return Math.copySign(Math.log1p(size + size * size / (1 + root)), value);
  }

  public static double acosh(double value) {
    if (value < 1) {
      throw outOfRange();
    }
    if (value > ADDEND_LOST) {
      return Math.log(value) + LN_2;
    }
    double above = value - 1;
    return Math.log1p(above + Math.sqrt(above * above + 2 * above));
  }

  public static double atanh(double value) {
    requireUnit(value);
    return 0.5 * Math.log1p(2 * value / (1 - value));
  }

  /** Throws an error unless a value is from -1 to 1, or not a number. */
  static void requireUnit(double value) {
    if (value < -1 || value > 1) {
      throw outOfRange();
    }
  }

  /** Throws an error for an infinite value. */
  static void requireNotInfinite(double value) {
    if (Double.isInfinite(value)) {
      throw outOfRange();
    }
  }

  private static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "input is out of range");
  }
}
