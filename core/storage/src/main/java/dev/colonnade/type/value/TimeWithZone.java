package dev.colonnade.type.value;

/**
 * Time of day with the offset of a time zone: {@code time with time zone}.
 *
 * <p>The order is that of the points in time of one day; of two equal ones, the one further east is
 * less.
 *
 * @param micros local time in microseconds of the day, to 24:00
 * @param offsetSeconds seconds east of Greenwich
 */
public record TimeWithZone(long micros, int offsetSeconds) implements Comparable<TimeWithZone> {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int FRACTION_DIGITS = 6;

  /** Returns the microseconds of the day in UTC, which may be negative or exceed a day. */
  public long utcMicros() {
    return micros - offsetSeconds * MICROS_PER_SECOND;
  }

  @Override
  public int compareTo(TimeWithZone other) {
    int byTime = Long.compare(utcMicros(), other.utcMicros());
    return byTime != 0 ? byTime : Integer.compare(other.offsetSeconds, offsetSeconds);
  }

  /** Returns the text in PostgreSQL's format: {@code 04:05:06.789-08}. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    long seconds = micros / MICROS_PER_SECOND;
    append(out, seconds / SECONDS_PER_HOUR).append(':');
    append(out, seconds / 60 % 60).append(':');
    append(out, seconds % 60);
    long fraction = micros % MICROS_PER_SECOND;
    if (fraction != 0) {
      String digits = Long.toString(fraction);
      out.append('.').repeat('0', FRACTION_DIGITS - digits.length()).append(digits);
      while (out.charAt(out.length() - 1) == '0') {
        out.setLength(out.length() - 1);
      }
    }
    int size = Math.abs(offsetSeconds);
    append(out.append(offsetSeconds < 0 ? '-' : '+'), size / SECONDS_PER_HOUR);
    if (size % SECONDS_PER_HOUR != 0) {
      append(out.append(':'), size / 60 % 60);
    }
    if (size % 60 != 0) {
      append(out.append(':'), size % 60);
    }
    return out.toString();
  }

  private static StringBuilder append(StringBuilder out, long number) {
    return out.append(number < 10 ? "0" : "").append(number);
  }
}
