package dev.colonnade.sql.function.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.Texts;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text functions; all results are PostgreSQL's. */
class TextFunctionsTest {
  private static void assertTooLong(ThrowingCallable work) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .withMessage("requested length too large")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @ParameterizedTest
  @CsvSource({
    "'a,b,c', 2, b",
    "'a,b,c', -1, c",
    "'a,b,c', 4, ''",
    "'a,b,c', -4, ''",
    "'a,b,c', 1, a",
    "'a,b,c', -3, a",
    "',a', 1, ''",
    "',a', -2, ''",
    "',a', 2, a",
    "'', 1, ''",
    "'abc', -1, abc",
  })
  void shouldSplitParts(String value, int field, String expected) {
    assertThat(TextFunctions.splitPart(value, ",", field)).isEqualTo(expected);
  }

  @Test
  void shouldSplitByAnEmptyDelimiter() {
    assertThat(TextFunctions.splitPart("abc", "", 1)).isEqualTo("abc");
    assertThat(TextFunctions.splitPart("abc", "", -1)).isEqualTo("abc");
    assertThat(TextFunctions.splitPart("abc", "", 2)).isEmpty();
  }

  @Test
  void shouldTranslateAndReplace() {
    assertThat(TextFunctions.translate("12345", "143", "ax")).isEqualTo("a2x5");
    assertThat(TextFunctions.translate("a\u00e9b", "\u00e9", "xyz")).isEqualTo("axb");
    assertThat(TextFunctions.translate("zebra", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJ"))
        .isEqualTo("EBA");
    assertThat(TextFunctions.replace("aaaa", "aa", "b")).isEqualTo("bb");
    assertThat(TextFunctions.replace("abc", "", "x")).isEqualTo("abc");
    assertThat(TextFunctions.overlay("Txxxxas", "hom", 2, 4)).isEqualTo("Thomas");
  }

  @Test
  void shouldPad() {
    assertThat(TextFunctions.lpad("ab", 5, "xyz")).isEqualTo("xyzab");
    assertThat(TextFunctions.rpad("ab", 5, "xyz")).isEqualTo("abxyz");
    assertThat(TextFunctions.lpad("abc", 2, "x")).isEqualTo("ab");
    assertThat(TextFunctions.lpad("abc", -1, "x")).isEmpty();
    assertThat(TextFunctions.rpad("ab", 5, "")).isEqualTo("ab");
    assertThat(TextFunctions.lpad("\u00e9", 3, "\u20ac")).isEqualTo("\u20ac\u20ac\u00e9");
    assertThat(TextFunctions.lpad("ab", 7, "\ud83d\ude00x"))
        .isEqualTo("\ud83d\ude00x\ud83d\ude00x\ud83d\ude00ab");
  }

  @Test
  void shouldConvertCharacters() {
    assertThat(TextFunctions.initcap("hello wORLD-foo")).isEqualTo("Hello World-Foo");
    assertThat(TextFunctions.octetCount("a\u00e9\u20ac\ud83d\ude00")).isEqualTo(10);
    assertThat(TextFunctions.stringToArray("a\ud83d\ude00", null))
        .isEqualTo(List.of("a", "\ud83d\ude00"));
    String longText = "Stra\u00dfe \ud83d\ude00x".repeat(300_000);
    assertThat(TextFunctions.upper(longText))
        .isEqualTo("STRA\u00dfE \ud83d\ude00X".repeat(300_000));
    String oneWord = "\ud83d\ude00".repeat(1_200_000);
    assertThat(TextFunctions.lower("A" + oneWord)).isEqualTo("a" + oneWord);
  }

  @Test
  void shouldCountAndFindInLongTexts() {
    String text = "a\ud83d\ude00".repeat(2_000_000);
    assertThat(Texts.length(text)).isEqualTo(4_000_000);
    assertThat(Texts.position("b", text + "b")).isEqualTo(4_000_001);
    assertThat(Texts.indexOf("aab", "ab", 0)).isEqualTo(1);
    assertThat(Texts.indexOf("aab", "aab", 1)).isEqualTo(-1);
    assertThat(Texts.indexOf("ab", "", 2)).isEqualTo(2);
    String part = "a".repeat(100_000) + "b";
    assertThat(Texts.indexOf("a".repeat(1_000) + part, part, 0)).isEqualTo(1_000);
  }

  @Test
  void shouldRefuseResultsThatAreTooLong() {
    assertTooLong(() -> TextFunctions.repeat("abc", 1_000_000_000));
    assertTooLong(() -> TextFunctions.lpad("a", 1_073_741_823, "x"));
    assertTooLong(() -> TextFunctions.rpad("a", 1_073_741_823, "x"));
    assertTooLong(() -> TextFunctions.format("%2000000000s", "a"));
  }
}
