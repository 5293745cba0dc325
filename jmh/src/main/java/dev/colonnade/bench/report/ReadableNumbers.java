package dev.colonnade.bench.report;

import java.util.Locale;

/** Human-readable formats of numbers. */
public final class ReadableNumbers {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private ReadableNumbers() {}

  /** Returns a number with thousands separators, such as {@code 1,234,567}. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Returns a size with a binary unit, such as {@code 1.23 MiB}; exact below one KiB. */
  public static String bytes(long byteCount) {
    double value = byteCount;
    int unit = 0;
    while (Math.abs(value) >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return (unit == 0 ? Long.toString(byteCount) : threeDigits(value)) + " " + BYTE_UNITS[unit];
  }

  /**
   * Returns a number with three significant digits, such as {@code 1.23 M}, {@code 45.6 k} or
   * {@code 789}.
   */
  public static String approximate(double value) {
    double size = Math.abs(value);
    if (size >= 999_500_000) {
      return threeDigits(value / 1e9) + " G";
    }
    if (size >= 999_500) {
      return threeDigits(value / 1e6) + " M";
    }
    if (size >= 9_995) {
      return threeDigits(value / 1e3) + " k";
    }
    return size >= 100 ? count(Math.round(value)) : threeDigits(value);
  }

  /** Returns a duration, such as {@code 1.23 s}, {@code 45.6 ms} or {@code 789 us}. */
  public static String duration(long nanos) {
    if (nanos >= NANOS_PER_SECOND) {
      return threeDigits(nanos / 1e9) + " s";
    }
    return nanos >= 1_000_000 ? threeDigits(nanos / 1e6) + " ms" : threeDigits(nanos / 1e3) + " us";
  }

  /** Returns hundredths as a decimal, such as {@code 1,234.50}. */
  public static String cents(long cents) {
    return (cents < 0 ? "-" : "")
        + count(Math.abs(cents / 100))
        + String.format(Locale.ROOT, ".%02d", Math.abs(cents % 100));
  }

  private static String threeDigits(double value) {
    double size = Math.abs(value);
    if (size >= 99.95) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", value);
  }
}
