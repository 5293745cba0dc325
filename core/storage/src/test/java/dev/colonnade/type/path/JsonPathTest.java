package dev.colonnade.type.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.testing.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPathTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "$ ; $",
        "lax $.a ; $.\"a\"",
        "strict $ . \"a b\" [0, 1 to last] . * ; strict $.\"a b\"[0,1 to last].*",
        "$.a ? (@ > 1 && @ < 3 || !(@ == 2)) ; $.\"a\"?(@ > 1 && @ < 3 || !(@ == 2))",
        "($.a + 1) * 2 - -$.b ; (($.\"a\" + 1) * 2 - -$.\"b\")",
        "1 - (2 - 3) ; (1 - (2 - 3))",
        "- -1 ; 1",
        "$.**{2 to last}.type() ; $.**{2 to last}.type()",
        "(1).type() ; (1).type()",
        "1.5e3 ; 1500",
        "1e-999999999 ; 0",
        "exists($.a) ; exists ($.\"a\")",
        "($.a > 1) is unknown ; ($.\"a\" > 1) is unknown",
        "$.a starts with $v ; ($.\"a\" starts with $\"v\")",
        "$ like_regex \"a\" flag \"mi\" ; ($ like_regex \"a\" flag \"im\")",
        "\"\\u0041\\n\" ; \"A\\n\"",
        "/* comment */ $.is.to.last ; $.\"is\".\"to\".\"last\""
      })
  void shouldPrintTheCanonicalForm(String text, String canonical) {
    assertThat(canonical(text)).isEqualTo(canonical);
    assertThat(canonical(canonical)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "$. ; syntax error at end of jsonpath input",
        "@ ; @ is not allowed in root expressions",
        "last ; LAST is allowed only in array subscripts",
        "1a ; trailing junk after numeric literal at or near \"1a\" of jsonpath input",
        "$ ? (1) ; syntax error at or near \")\" of jsonpath input",
        "$.a.foo() ; syntax error at or near \"(\" of jsonpath input",
        "\"abc ; unexpected end of quoted string at end of jsonpath input",
        "1e131073 ; value overflows numeric format",
        "1e999999999 ; value overflows numeric format",
        "1e99999999999 ; value overflows numeric format",
        "$ /* ; unexpected end of comment at end of jsonpath input"
      })
  void shouldRefuseOtherTexts(String text, String message) {
    assertThatThrownBy(() -> JsonPathParser.parse(text))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage(message);
  }

  @Test
  void shouldRefuseDeepNesting() {
    assertThatThrownBy(() -> JsonPathParser.parse("(".repeat(100_000)))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> JsonPathParser.parse("- ".repeat(100_000) + "$"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void shouldEndInAPathOrAnErrorForEveryText() {
    Random random = Seed.random("JsonPathTest");
    String[] parts = {
      "$",
      "@",
      ".",
      "a",
      "[",
      "]",
      "(",
      ")",
      "?",
      "1",
      "\"x\"",
      "*",
      "**",
      "{",
      "}",
      " ",
      ">",
      "&&",
      "!",
      "exists",
      "last",
      "to",
      "-",
      "like_regex",
      "starts with",
      "\\u00",
      "is unknown"
    };
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder("$");
      for (int k = random.nextInt(10); k > 0; k--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      try {
        String canonical = canonical(text.toString());
        assertThat(canonical(canonical)).as("%s", text).isEqualTo(canonical);
      } catch (ColonnadeException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  private static String canonical(String text) {
    return JsonPathPrinter.text(JsonPathParser.parse(text));
  }
}
