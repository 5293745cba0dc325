package dev.colonnade.sql.function.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrayTextTest {
  @Test
  void shouldParseQuotedAndMissingElements() {
    assertThat(ArrayText.parse(" { a , \"b,\\\"\" ,NULL, \"null\" } "))
        .containsExactly("a", "b,\"", null, "null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1,2     | Array value must start with "{" or dimension information.
          {1,2    | Unexpected end of input.
          {1,2}x  | Junk after closing right brace.
          {1,,2}  | Unexpected "," character.
          {"a}    | Unexpected end of input.
          {a"b"}  | Unexpected array element.
          """)
  void shouldDescribeMalformedText(String text, String detail) {
    assertThatThrownBy(() -> ArrayText.parse(text))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("22P02");
              assertThat(e).hasMessage("malformed array literal: \"" + text + "\"");
              assertThat(e.fields().detail()).isEqualTo(detail);
            });
  }
}
