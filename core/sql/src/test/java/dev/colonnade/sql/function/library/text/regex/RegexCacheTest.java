package dev.colonnade.sql.function.library.text.regex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.interrupt.Interruption;
import org.junit.jupiter.api.Test;

class RegexCacheTest {
  @Test
  void shouldCompileAPatternOnceInAStatement() {
    CompiledRegex other = RegexCache.compiled("a", "");
    Interruption.run(
        Cancellation.withoutDeadline(),
        () -> {
          CompiledRegex first = RegexCache.compiled("a", "");
          assertThat(first).isNotSameAs(other).isSameAs(RegexCache.compiled("a", ""));
          assertThat(RegexCache.compiled("a", "i")).isNotSameAs(first);
          for (int i = 0; i < 31; i++) {
            CompiledRegex filler = RegexCache.compiled("b".repeat(i + 1), "");
            assertThat(filler).isSameAs(RegexCache.compiled("b".repeat(i + 1), ""));
          }
          assertThat(RegexCache.compiled("a", "")).isNotSameAs(first);
        });
  }
}
