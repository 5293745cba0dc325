package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the fast path of date parsing agrees with the general parser. */
class DateTimeFunctionsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-02-29",
        "0001-01-01",
        "1582-10-15",
        "9999-12-31",
        "1969-12-31",
        "2000-01-01"
      })
  void shouldParseIsoDatesWithAndWithoutTheFastPath(String text) {
    int day = (int) LocalDate.parse(text).toEpochDay();
    assertThat(DateTimeFunctions.isPlainDate(text)).isTrue();
    assertThat(DateTimeFunctions.isPlainDate(" " + text)).isFalse();
    assertThat(DateTimeFunctions.textToDate(text)).isEqualTo(day);
    assertThat(DateTimeFunctions.textToDate(" " + text)).isEqualTo(day);
    assertThat(DateTimeFunctions.textToDate(text + " +02")).isEqualTo(day);
    assertThat(DateTimeFunctions.textToDate(text + "-11")).isEqualTo(day);
    assertThat(DateTimeFunctions.textToDate(text + " 23:59:59")).isEqualTo(day);
  }

  @Test
  void shouldRejectInvalidDates() {
    assertRejected("2023-02-29", ErrorCode.DATETIME_OUT_OF_RANGE);
    assertRejected("2023-13-01 +01", ErrorCode.DATETIME_OUT_OF_RANGE);
    assertRejected("2023-1x-01", ErrorCode.INVALID_DATETIME);
    assertRejected("2023-01-01 *01", ErrorCode.INVALID_DATETIME);
    assertRejected("", ErrorCode.INVALID_DATETIME);
  }

  private static void assertRejected(String text, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .as(text)
        .isThrownBy(() -> DateTimeFunctions.textToDate(text))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
