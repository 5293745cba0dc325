package dev.colonnade.jdbc.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Date;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** Tests of {@link SqlDateCache}. */
final class SqlDateCacheTest {
  @Test
  void shouldReturnTheDatesOfTheCalendar() {
    SqlDateCache midnights = new SqlDateCache();
    for (int round = 0; round < 2; round++) {
      for (int day = -800_000; day < 100_000; day += 37) {
        Date expected = Date.valueOf(LocalDate.ofEpochDay(day));
        assertThat(midnights.date(day)).as("day=%d", day).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldCacheDaysThatShareASlot() {
    SqlDateCache midnights = new SqlDateCache();
    for (int i = 0; i < 10_000; i++) {
      int day = i % 2 * 8192 + i % 7;
      assertThat(midnights.date(day)).hasToString(LocalDate.ofEpochDay(day).toString());
    }
  }

  @Test
  void shouldReturnANewDateObject() {
    SqlDateCache midnights = new SqlDateCache();
    midnights.date(1).setTime(0);
    assertThat(midnights.date(1)).hasToString("1970-01-02");
  }
}
