package dev.colonnade.sql.function.interval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.type.Interval;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values are those of PostgreSQL 15. */
class IntervalModifierTest {
  private static final int MONTH = 1 << 1;
  private static final int YEAR = 1 << 2;
  private static final int DAY = 1 << 3;
  private static final int HOUR = 1 << 10;
  private static final int MINUTE = 1 << 11;
  private static final int SECOND = 1 << 12;

  @ParameterizedTest
  @CsvSource({
    "year, 1 day 7, 7 years",
    "month, 1 year 7, 1 year 7 mons",
    "year to month, 7, 7 mons",
    "day, 1 year 61, 1 year 61 days",
    "day to hour, 1 2, 1 day 02:00:00",
    "day to minute, 1 2:03, 1 day 02:03:00",
    "minute to second, 1:2, 00:01:02",
    "minute to second, 3 1:2, 3 days 00:01:02",
    "hour, 1:2, 01:00:00",
    "hour to second, 7, 00:00:07",
  })
  void shouldReadNumbersWithoutUnits(String fields, String text, String expected) {
    IntervalModifier modifier = new IntervalModifier(fields(fields) << 16 | 0xFFFF);

    Interval read = modifier.truncate(IntervalInput.parse(text, modifier, false));

    assertThat(read).isEqualTo(IntervalInput.parse(expected));
  }

  private static int fields(String fields) {
    return switch (fields) {
      case "year" -> YEAR;
      case "month" -> MONTH;
      case "year to month" -> YEAR | MONTH;
      case "day" -> DAY;
      case "day to hour" -> DAY | HOUR;
      case "day to minute" -> DAY | HOUR | MINUTE;
      case "minute to second" -> MINUTE | SECOND;
      case "hour" -> HOUR;
      case "hour to second" -> HOUR | MINUTE | SECOND;
      default -> throw new IllegalArgumentException(fields);
    };
  }
}
