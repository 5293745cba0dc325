package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.function.interval.IntervalInput;
import dev.colonnade.type.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the fast path of interval parsing agrees with the general parser. */
class IntervalFunctionsTest {
  private static final List<String> NUMBERS =
      List.of("0", "1", "-1", "7", "007", "40000", "-999999", "999999", "1234567", "1.5", "", "+3");
  private static final List<String> UNITS =
      List.of(
          "s",
          "sec",
          "second",
          "seconds",
          "minute",
          "minutes",
          "hour",
          "hours",
          "day",
          "days",
          "week",
          "weeks",
          "month",
          "months",
          "year",
          "years",
          "",
          "ago",
          "days ago",
          "1:02");

  @Test
  void shouldAgreeWithTheGeneralParser() {
    int plain = 0;
    for (String number : NUMBERS) {
      for (String unit : UNITS) {
        for (String between : List.of("", " ", "   ")) {
          String text = number + between + unit;
          Interval found = IntervalFunctions.plain(text);
          if (found != null) {
            plain++;
            assertThat(found).as(text).isEqualTo(IntervalInput.parse(text));
          }
        }
      }
    }
    assertThat(plain).isEqualTo(8 * 15 * 3);
    assertThat(IntervalFunctions.plain("-")).isNull();
    assertThat(IntervalFunctions.plain("1 fortnight")).isNull();
  }

  @Test
  void dividesWithoutReciprocal() {
    for (int months = 1; months <= 1_000; months++) {
      assertThat(IntervalFunctions.divideInterval(new Interval(months, 0, 0), months))
          .isEqualTo(new Interval(1, 0, 0));
    }
  }
}
