package dev.colonnade.scan.filter.compiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.filter.Filter;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LikePatternTest {
  @Test
  void shouldMatchLiteralsInOrderWithoutOverlap() {
    assertThat(matches("%special%requests%", "the special and other requests")).isTrue();
    assertThat(matches("%special%requests%", "requests are special")).isFalse();
    assertThat(matches("%aba%aba%", "xxababa")).isFalse();
    assertThat(matches("%aba%aba%", "xxabaaba")).isTrue();
    assertThat(matches("ab%ba", "aba")).isFalse();
    assertThat(matches("ab%ba", "abba")).isTrue();
    assertThat(matches("%", "")).isTrue();
    assertThat(matches("%green%", "a forest green chiffon")).isTrue();
  }

  @Test
  void shouldMatchAsTokensDo() {
    Random random = new Random(1);
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(256).address();
      for (int i = 0; i < 20_000; i++) {
        LikePattern pattern = LikePattern.of(new Filter.Like(1, text(random, "ab%%_é", 8)));
        byte[] text = text(random, "abé", 30).getBytes(StandardCharsets.UTF_8);
        NativeMemory.copy(text, 0, address, text.length);
        assertThat(pattern.matches(address, text.length))
            .as("seed 1, round %d", i)
            .isEqualTo(pattern.matchesTokens(address, text.length));
      }
    }
  }

  @Test
  void shouldRefuseAnEscapeAtTheEndOnlyWhereTheTextGoesOn() {
    assertThat(matches("abc\\", "abc")).isFalse();
    assertThat(matches("x\\", "abc")).isFalse();
    assertThat(matches("%\\", "")).isFalse();
    for (String pattern : new String[] {"ab\\", "%\\"}) {
      assertThatThrownBy(() -> matches(pattern, "abc"))
          .isInstanceOf(ColonnadeException.class)
          .hasMessage("LIKE pattern must not end with escape character");
    }
  }

  @Test
  void shouldMatchLongPatterns() {
    assertThat(matches("x".repeat(20_000) + "%", "x".repeat(20_001))).isTrue();
    assertThat(matches("x".repeat(20_000) + "_", "x".repeat(20_000))).isFalse();
  }

  private static String text(Random random, String characters, int lengthMax) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(lengthMax + 1); i > 0; i--) {
      text.append(characters.charAt(random.nextInt(characters.length())));
    }
    return text.toString();
  }

  private static boolean matches(String pattern, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(text.length + 1).address();
      NativeMemory.copy(text, 0, address, text.length);
      return LikePattern.of(new Filter.Like(1, pattern)).matches(address, text.length);
    }
  }
}
