package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DateTimeFunctionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"2024-02-28", "0001-01-01", "1582-10-15", "9999-12-03", "1969-12-28"})
  void shouldParsePlainDates(String text) {
    assertThat(DateTimeFunctions.plainDate(text))
        .isEqualTo((int) LocalDate.parse(text).toEpochDay());
    assertThat(DateTimeFunctions.plainDate(" " + text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2023-02-29", "2023-13-01", "2023-1x-01", "2023-01-01 ", "0000-01-01", ""})
  void shouldLeaveOtherTextsToTheGeneralParser(String text) {
    assertThat(DateTimeFunctions.plainDate(text)).isNull();
  }

  @Test
  void shouldRoundAwayFromTheEpochOfPostgres() {
    assertThat(DateTimeFunctions.fitMicros(1_500_000, 0)).isEqualTo(2_000_000);
    assertThat(DateTimeFunctions.fitMicros(-1_500_000, 0)).isEqualTo(-2_000_000);
    assertThat(DateTimeFunctions.fitTimestamp(500_000, 0)).isZero();
    assertThat(DateTimeFunctions.fitTimestamp(EpochMicros.INFINITY, 0))
        .isEqualTo(EpochMicros.INFINITY);
  }
}
