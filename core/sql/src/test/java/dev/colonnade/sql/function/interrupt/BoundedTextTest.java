package dev.colonnade.sql.function.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Builder of texts of limited length. */
class BoundedTextTest {
  private static void assertTooLong(ThrowingCallable work) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .withMessage("requested length too large")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  @Test
  void shouldAppendEveryKindOfText() {
    BoundedText text = new BoundedText(4).append('a').append("bc").appendCodePoint(0x1F600);
    text.append("xyz", 1, 2).append("12", 3L).append("", 5L).append("never", 0L);
    assertThat(text.toString()).isEqualTo("abc\uD83D\uDE00y121212");
    assertThat(text.length()).isEqualTo(12);
  }

  @Test
  void shouldRepeatLongTextsInPieces() {
    String text = "ab".repeat(700_000);
    assertThat(new BoundedText().append(text).append(text, 2L).toString())
        .isEqualTo("ab".repeat(2_100_000));
    assertThat(new BoundedText().append("abc", 1_000_000L).toString())
        .isEqualTo("abc".repeat(1_000_000));
  }

  @Test
  void shouldRefuseATextThatIsTooLongBeforeItIsBuilt() {
    assertThatNoException().isThrownBy(() -> BoundedText.requireLength(BoundedText.LENGTH_MAX));
    assertTooLong(() -> BoundedText.requireLength(BoundedText.LENGTH_MAX + 1L));
    assertTooLong(() -> new BoundedText().append("ab", Integer.MAX_VALUE));
    assertTooLong(() -> new BoundedText().append("a").append("b", BoundedText.LENGTH_MAX));
    assertTooLong(() -> new BoundedText(BoundedText.LENGTH_MAX + 1));
  }
}
