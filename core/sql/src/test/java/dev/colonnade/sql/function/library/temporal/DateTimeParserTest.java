package dev.colonnade.sql.function.library.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class DateTimeParserTest {
  @Test
  void shouldReadYearsOfCenturiesAndBeforeChrist() {
    assertDay("", "YYYY", LocalDate.of(0, 1, 1));
    assertDay("44 BC", "YYYY BC", LocalDate.of(-43, 1, 1));
    assertDay("1997 A.D. 11", "YYYY B.C. MM", LocalDate.of(1997, 11, 1));
    assertDay("20 24", "CC YY", LocalDate.of(1924, 1, 1));
    assertDay("19", "CC", LocalDate.of(1801, 1, 1));
  }

  @Test
  void shouldReadDaysOfWeekBasedYears() {
    assertDay("2005364", "IYYYIDDD", LocalDate.of(2006, 1, 1));
    assertDay("2005527", "IYYYIWID", LocalDate.of(2006, 1, 1));
  }

  @Test
  void shouldRefuseNumbersBeyondIntegersAndZones() {
    assertThatThrownBy(() -> DateTimeParser.read("12345678901", "YYYY"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("value for \"YYYY\" in source string is out of range");
    assertThatThrownBy(() -> DateTimeParser.read("2024 EST", "YYYY TZ"))
        .hasMessageContaining("only supported in to_char");
  }

  private static void assertDay(String text, String format, LocalDate expected) {
    assertThat(LocalDate.ofEpochDay(DateTimeParser.read(text, format).day())).isEqualTo(expected);
  }
}
