package dev.colonnade.sql.function.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of qualified names; all results are PostgreSQL's. */
class IdentifierParserTest {
  private static List<?> parts(String text) {
    return IdentifierParser.parseIdent(text, true);
  }

  @Test
  void shouldReturnThePartsOfAName() {
    assertThat(parts("\"SomeSchema\".someTable")).isEqualTo(List.of("SomeSchema", "sometable"));
    assertThat(parts(" a . b ")).isEqualTo(List.of("a", "b"));
    assertThat(parts("\"a\"\"b\"")).isEqualTo(List.of("a\"b"));
    assertThat(parts("é.B$1")).isEqualTo(List.of("é", "b$1"));
    assertThat(parts("a.b.c.d")).isEqualTo(List.of("a", "b", "c", "d"));
  }

  @Test
  void shouldIgnoreTextBehindTheNameOnRequest() {
    assertThat(IdentifierParser.parseIdent("x.y(", false)).isEqualTo(List.of("x", "y"));
    assertThat(IdentifierParser.parseIdent("a  b", false)).isEqualTo(List.of("a"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      value = {
        "''|",
        "x.y(|",
        "a b|",
        "1a|",
        ".x|No valid identifier before \".\".",
        "x. .y|No valid identifier before \".\".",
        "x.|No valid identifier after \".\".",
        "a.1|No valid identifier after \".\".",
        "\"x|String has unclosed double quotes.",
        "\"\".y|Quoted identifier must not be empty.",
      })
  void shouldRefuseOtherTexts(String text, @Nullable String detail) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> parts(text))
        .withMessage("string is not a valid identifier: \"" + text + "\"")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .satisfies(e -> assertThat(e.fields().detail()).isEqualTo(detail));
  }
}
