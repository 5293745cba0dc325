package dev.colonnade.sql.function.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SimilarPatternTest {
  @Test
  void shouldSplitAtSeparators() {
    SimilarPattern pattern = SimilarPattern.of("a#\"_%#\".", "#");

    assertThat(pattern.parts()).containsExactly("(?:a)", "(?:..*)", "(?:\\.)");
    assertThat(pattern.hasSeparators()).isTrue();
    assertThat(SimilarPattern.of("a\"%", "#").hasSeparators()).isFalse();
  }

  @Test
  void shouldRefuseThreeSeparators() {
    assertThatThrownBy(() -> SimilarPattern.of("a#\"b#\"c#\"d", "#"))
        .hasMessageContaining("more than two escape-double-quote separators");
  }

  @Test
  void shouldReturnTheLongestMiddleBehindTheShortestStart() {
    assertThat(RegexFunctions.substringSimilar("aaab", "a*#\"a+#\"a*b", "#")).isEqualTo("aaa");
    assertThat(RegexFunctions.substringSimilar("abc", "a#\"%#\"d", "#")).isNull();
    assertThat(RegexFunctions.substringSimilar("abc", "a%", "#")).isEqualTo("abc");
  }
}
