package dev.colonnade.sql.function.library.text.regex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexShapeTest {
  private static boolean isOrdered(String pattern) {
    return RegexShape.isOrdered(RegexTranslator.translation(pattern, RegexOptions.DEFAULT).tree());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "^[^,]+",
        "cat|dog",
        "(a|b)(c|d)",
        "x(\\d+)y$",
        "a.*?b",
        "(?:ab|cd)*",
        "(a{3})b*",
        "([^,]+),(\\\\w+)"
      })
  void shouldLeaveMatchesOfOneVariablePartToJava(String pattern) {
    assertThat(isOrdered(pattern)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a|ab",
        "a?(ab)?",
        "(a*)*",
        "(a)\\1",
        "a+?b+",
        "(^)*",
        "(a|ab){2}",
        "b??aa?",
        "b*ac??",
        "(\\w+)-?(.*)"
      })
  void shouldNotLeaveOtherMatchesToJava(String pattern) {
    assertThat(isOrdered(pattern)).isFalse();
  }

  private static boolean isOrderedAtEnd(String pattern) {
    return RegexShape.isOrderedAtEnd(
        RegexTranslator.translation(pattern, RegexOptions.DEFAULT).tree());
  }

  @ParameterizedTest
  @ValueSource(strings = {"^https?://(?:www\\.)?([^/]+)/.*$", "(a+)(a*)", ".*x(.*)"})
  void shouldLeaveLongMatchesToTheEndToJava(String pattern) {
    assertThat(isOrderedAtEnd(pattern)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a?(?:ab)?(b*)", "(a+?)(a*)", "a*(b|bc)", "(a)*\\1"})
  void shouldNotLeaveOtherMatchesToTheEndToJava(String pattern) {
    assertThat(isOrderedAtEnd(pattern)).isFalse();
  }
}
