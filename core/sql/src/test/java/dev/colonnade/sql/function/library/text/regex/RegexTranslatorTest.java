package dev.colonnade.sql.function.library.text.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegexTranslatorTest {
  private static String translated(String pattern, String flags) {
    return RegexTranslator.translation(pattern, RegexOptions.of(flags)).java();
  }

  @Test
  void shouldWriteOutAnchorsDotsAndComplements() {
    assertThat(translated("^a.[^b]$", "")).isEqualTo("\\Aa.[^b]\\z");
    assertThat(translated("^a.[^b]$", "n")).isEqualTo("(?:\\A|(?<=\\n))a[^\\n][^\\nb](?=\\n|\\z)");
    assertThat(translated("^a.$", "p")).isEqualTo("\\Aa[^\\n]\\z");
    assertThat(translated("^a.$", "w")).isEqualTo("(?:\\A|(?<=\\n))a.(?=\\n|\\z)");
  }

  @Test
  void shouldReadThePrefix() {
    assertThat(translated("***=a.b", "")).isEqualTo("\\Qa.b\\E");
    assertThat(translated("(?q)a.b", "")).isEqualTo("\\Qa.b\\E");
    assertThat(translated("***:(?x)a b # c", "")).isEqualTo("ab");
    assertThat(RegexTranslator.translation("(?i)a", RegexOptions.DEFAULT).isAnyCase()).isTrue();
    assertThat(RegexTranslator.translation("(?c)a", RegexOptions.of("i")).isAnyCase()).isFalse();
  }

  @Test
  void shouldEscapeWhatIsSpecialInJavaOnly() {
    assertThat(translated("a]b}c{d", "")).isEqualTo("a\\]b\\}c\\{d");
    assertThat(translated("[[a&&b]", "")).isEqualTo("[\\[a\\&\\&b]");
    assertThat(translated("\\b\\B\\x41\\101", "")).isEqualTo("\\\b\\\\AA");
  }

  @Test
  void shouldTranslateBasicPatterns() {
    assertThat(translated("(?b)\\(a|b*\\)\\{1,2\\}+", "")).isEqualTo("(a\\|b*){1,2}\\+");
  }

  @Test
  void shouldRefuseInvalidPatterns() {
    for (String pattern :
        List.of(
            "a**", "*a", "(?<n>a)", "a{2,1}", "a{1", "(a", "a)", "[a", "[b-a]", "\\q", "(?z)a")) {
      assertThatExceptionOfType(ColonnadeException.class)
          .as(pattern)
          .isThrownBy(() -> translated(pattern, ""))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REGULAR_EXPRESSION));
    }
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> translated("\\1(a)", ""))
        .withMessageContaining("invalid backreference number");
  }
}
