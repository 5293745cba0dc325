package dev.colonnade.jdbc.value;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Days as JDBC's oldest class has them: the moment at which they begin in the JVM's zone. What was
 * found out is remembered, because that takes a calendar and most columns have few different days.
 * One thread.
 */
public final class Midnights {
  private static final int PLACES_MIN = 16;
  private static final int PLACES_MAX = 4096;
  private static final int GROWTH = 4;

  /** No day that a server can send. */
  private static final int NO_DAY = Integer.MAX_VALUE;

  private int[] days = noDays(PLACES_MIN);
  private long[] millis = new long[PLACES_MIN];
  private int misses;

  /** A day that is counted from 1970-01-01. */
  public Date date(int day) {
    int place = day & (days.length - 1);
    return new Date(days[place] == day ? millis[place] : remember(day));
  }

  private long remember(int day) {
    if (++misses > days.length && days.length < PLACES_MAX) {
      misses = 0;
      days = noDays(days.length * GROWTH);
      millis = new long[days.length];
    }
    long found = Date.valueOf(LocalDate.ofEpochDay(day)).getTime();
    int place = day & (days.length - 1);
    days[place] = day;
    millis[place] = found;
    return found;
  }

  private static int[] noDays(int places) {
    int[] none = new int[places];
    Arrays.fill(none, NO_DAY);
    return none;
  }
}
