package dev.colonnade.sql.function.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected intervals and errors are those of PostgreSQL 15. */
class IntervalInputTest {
  private static final List<String> PIECES =
      List.of(
          "1",
          "-2",
          "+3",
          "1.5",
          ".5",
          "2020-02",
          "-1-11",
          "12:34",
          "1:2.5",
          "-3:04:05",
          "day",
          "hours",
          "y",
          "mon",
          "ago",
          "@",
          "P",
          "T",
          "1Y",
          "2M",
          "W",
          "S",
          " ",
          "",
          "-",
          "+",
          ":",
          ".",
          "/",
          "x",
          "é",
          "\u0000",
          "99999999999999999999",
          "1e5",
          "infinity");

  @ParameterizedTest
  @CsvSource({
    "1 day 2 hours, 0, 1, 7200000000",
    "1 day hour, 0, 1, 0",
    "59 -1hour -0.5y, -6, 59, -3600000000",
    "-3sec @ -3 days, 0, -3, -3000000",
    "ago 60:12:24, 0, 0, -216744000000",
    "1:2.5, 0, 0, 62500000",
    "+0-02 +4 year, 50, 0, 0",
    "59.999:99:59, 0, 59, 446253600000",
    "1.5 years 1.5 months, 19, 15, 0",
    "1 microsecondish, 0, 0, 1",
    "P2.5D-3W, 0, -19, 43200000000",
    "P00021002T010203, 34, 2, 3723000000",
    "P0001-02-03T04:05:06, 14, 3, 14706000000",
    "P1YT2H, 12, 0, 7200000000"
  })
  void readsTheFormsOfIntervals(String text, int months, int days, long micros) {
    assertThat(IntervalInput.parse(text)).isEqualTo(new Interval(months, days, micros));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "ago",
        "day",
        "2020-02-30",
        "13 ago",
        "1 day 2 day",
        "1 fortnight",
        "epoch",
        "P1Y2",
        "PT1D",
        "p1y",
        "1-2-3",
        "1 minute 1:00",
        "P1Y1"
      })
  void refusesOtherTexts(String text) {
    assertThatThrownBy(() -> IntervalInput.parse(text))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DATETIME));
  }

  @ParameterizedTest
  @ValueSource(strings = {"13:70", "1:00:61", "1-12", "99999999999999999999 s", "3000000000 days"})
  void refusesFieldsOutOfRange(String text) {
    assertThatThrownBy(() -> IntervalInput.parse(text))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERVAL_OUT_OF_RANGE));
  }

  @Test
  void failsForRandomTextsWithErrorsOfUsersOnly() {
    long seed = Long.getLong("colonnade.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int piece = random.nextInt(6); piece >= 0; piece--) {
        text.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      try {
        assertThat(IntervalInput.parse(text.toString())).isNotNull();
      } catch (ColonnadeException e) {
        assertThat(e.code())
            .as("-Dcolonnade.seed=%d text=%s", seed, text)
            .isIn(
                ErrorCode.INVALID_DATETIME,
                ErrorCode.INTERVAL_OUT_OF_RANGE,
                ErrorCode.DATETIME_OUT_OF_RANGE);
      }
    }
  }
}
