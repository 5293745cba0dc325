package dev.colonnade.type;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * INTERVAL value with the semantics of PostgreSQL: months, days and microseconds are separate
 * fields, because months and days vary in length.
 *
 * <p>Two intervals are equal if they have the same length under the assumption that a month has 30
 * days and a day 24 hours.
 */
public record Interval(int months, int days, long micros) implements Comparable<Interval> {
  public static final Interval ZERO = new Interval(0, 0, 0);
  public static final long MICROS_PER_SECOND = 1_000_000;
  public static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  public static final int DAYS_PER_MONTH = 30;
  public static final int MONTHS_PER_YEAR = 12;

  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private long wholeDays() {
    return (long) months * DAYS_PER_MONTH + days + Math.floorDiv(micros, MICROS_PER_DAY);
  }

  private long restMicros() {
    return Math.floorMod(micros, MICROS_PER_DAY);
  }

  @Override
  public int compareTo(Interval other) {
    int byDays = Long.compare(wholeDays(), other.wholeDays());
    return byDays != 0 ? byDays : Long.compare(restMicros(), other.restMicros());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Interval interval && compareTo(interval) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(wholeDays(), restMicros());
  }

  /** Returns the text in PostgreSQL's format: {@code 1 year 2 mons 3 days 04:05:06}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    boolean isAfterMinus = append(text, months / MONTHS_PER_YEAR, "year", false);
    isAfterMinus = append(text, months % MONTHS_PER_YEAR, "mon", isAfterMinus);
    isAfterMinus = append(text, days, "day", isAfterMinus);
    if (text.isEmpty() || micros != 0) {
      if (!text.isEmpty()) {
        text.append(' ');
      }
      appendTime(text, isAfterMinus);
    }
    return text.toString();
  }

  private static boolean append(StringBuilder text, int amount, String unit, boolean isAfterMinus) {
    if (amount == 0) {
      return isAfterMinus;
    }
    if (!text.isEmpty()) {
      text.append(' ');
    }
    if (isAfterMinus && amount > 0) {
      text.append('+');
    }
    text.append(amount).append(' ').append(unit).append(amount == 1 ? "" : "s");
    return amount < 0;
  }

  private void appendTime(StringBuilder text, boolean isAfterMinus) {
    text.append(micros < 0 ? "-" : isAfterMinus ? "+" : "");
    long hours = Math.abs(micros / MICROS_PER_HOUR);
    long minutes = Math.abs(micros % MICROS_PER_HOUR / MICROS_PER_MINUTE);
    long seconds = Math.abs(micros % MICROS_PER_MINUTE / MICROS_PER_SECOND);
    long fraction = Math.abs(micros % MICROS_PER_SECOND);
    text.append("%02d:%02d:%02d".formatted(hours, minutes, seconds));
    if (fraction != 0) {
      text.append(("." + "%06d".formatted(fraction)).replaceAll("0+$", ""));
    }
  }
}
