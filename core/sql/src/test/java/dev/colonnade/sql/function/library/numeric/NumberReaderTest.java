package dev.colonnade.sql.function.library.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers are those of PostgreSQL 15. */
class NumberReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "123; 99; 12",
        "12.345; 99.99; 12.34",
        "1.5; 999; 15",
        "12,454.8-; 99G999D9S; -12454.8",
        "<12>; 99PR; -12",
        "12 34; 99 99; 1234",
        "$1,234.5; L9,999.9; 1234.5",
        "12th34; 99th99; 1234",
        "-5; 9; -5",
        "5-; 9MI; -5",
        "15; 9V9; 1.5000000000000000"
      })
  void shouldReadACharacterForEachElement(String text, String format, String expected) {
    assertThat(NumberReader.read(text, format).toPlainString()).isEqualTo(expected);
  }

  @Test
  void shouldRefuseWhatHasNoNumber() {
    for (String format : new String[] {"EEEE", "RN"}) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> NumberReader.read("1", "9" + format))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    }
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> NumberReader.read("abc", "999"))
        .withMessage("invalid input syntax for type numeric: \" \"");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> NumberReader.read("12", "9D"))
        .withMessage("numeric field overflow");
  }
}
