package dev.colonnade.jdbc.value;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Arrays;

/**
 * Direct-mapped cache of {@link Date}s: the midnight of each day in the JVM's time zone. Computing
 * it needs a calendar, and most columns have few different days. Not thread-safe.
 */
public final class SqlDateCache {
  private static final int SLOTS_MIN = 16;
  private static final int SLOTS_MAX = 4096;
  private static final int GROWTH = 4;

  /** Marks an empty slot; the day is an infinite one, which is not cached. */
  private static final int NO_DAY = Integer.MAX_VALUE;

  private int[] days = emptySlots(SLOTS_MIN);
  private long[] millis = new long[SLOTS_MIN];
  private int misses;

  /**
   * Returns the date of a day.
   *
   * @param day days from 1970-01-01; the greatest and the least number are infinite dates
   */
  public Date date(int day) {
    if (day == Integer.MAX_VALUE || day == Integer.MIN_VALUE) {
      return new Date(InfiniteDateTimes.millis(day));
    }
    int slot = day & (days.length - 1);
    return new Date(days[slot] == day ? millis[slot] : load(day));
  }

  private long load(int day) {
    if (++misses > days.length && days.length < SLOTS_MAX) {
      misses = 0;
      days = emptySlots(days.length * GROWTH);
      millis = new long[days.length];
    }
    long found = Date.valueOf(LocalDate.ofEpochDay(day)).getTime();
    int slot = day & (days.length - 1);
    days[slot] = day;
    millis[slot] = found;
    return found;
  }

  private static int[] emptySlots(int count) {
    int[] slots = new int[count];
    Arrays.fill(slots, NO_DAY);
    return slots;
  }
}
