package dev.colonnade.sql.function.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import org.junit.jupiter.api.Test;

class RecordTextTest {
  @Test
  void shouldReadFields() {
    assertThat(RecordText.parse("(1,\"a b\",)", 3)).containsExactly("1", "a b", null);
    assertThat(RecordText.parse(" ( 1 ,\"\", x\"y\"z ) ", 3)).containsExactly(" 1 ", "", " xyz ");
    assertThat(RecordText.parse("(\"a\"\"b\",\\,c,\"\\\"\")", 3))
        .containsExactly("a\"b", ",c", "\"");
    assertThat(RecordText.parse("()", 0)).isEmpty();
    assertThat(RecordText.parse("()", 1)).containsExactly((String) null);
  }

  @Test
  void shouldReportMalformedRows() {
    assertMalformed("1,2)", "Missing left parenthesis.");
    assertMalformed("(1)", "Too few columns.");
    assertMalformed("(1,2,3)", "Too many columns.");
    assertMalformed("(1,2", "Unexpected end of input.");
    assertMalformed("(1,\"2)", "Unexpected end of input.");
    assertMalformed("(1,2) x", "Junk after right parenthesis.");
  }

  private static void assertMalformed(String text, String detail) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> RecordText.parse(text, 2))
        .withMessage("malformed record literal: \"" + text + "\"")
        .satisfies(e -> assertThat(e.fields().detail()).isEqualTo(detail));
  }
}
