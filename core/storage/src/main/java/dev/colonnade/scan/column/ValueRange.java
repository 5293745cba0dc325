package dev.colonnade.scan.column;

/**
 * Range of the values of a column in a block (zone map): of integers, dates, times, and NUMERICs of
 * up to 18 digits, unscaled. NULLs do not count.
 *
 * @param min smallest value
 * @param max largest value, not below {@code min}
 */
public record ValueRange(long min, long max) {
  public ValueRange {
    if (min > max) {
      throw new IllegalArgumentException("range is reversed: min=" + min + " max=" + max);
    }
  }
}
