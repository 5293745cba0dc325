package dev.colonnade.server.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.protocol.Bytes;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ResumeTokenTest {
  private static final ResumeToken TOKEN = new ResumeToken(77, 5, List.of(span(1, 4), span(6, 9)));

  @Test
  void shouldEncodeGoldenBytes() {
    assertThat(TOKEN.toBytes())
        .isEqualTo(
            Bytes.ofHex(
                "01 4d00000000000000 0500000000000000 02000000"
                    + " 01000000 01 01000000 04 01000000 06 01000000 09"));
  }

  @Test
  void shouldRoundTrip() {
    assertThat(ResumeToken.of(TOKEN.toBytes())).isEqualTo(TOKEN);
  }

  @Test
  void shouldMergeAdjacentSpans() {
    ResumeToken token = new ResumeToken(1, 0, List.of(span(1, 4), span(4, 5), span(6, 9)));

    assertThat(token.spans()).containsExactly(span(1, 5), span(6, 9));
  }

  @Test
  void shouldRefuseTokensCutAtEveryByte() {
    byte[] whole = TOKEN.toBytes().toArray();
    for (int length = 0; length < whole.length; length++) {
      Bytes cut = Bytes.copyOf(Arrays.copyOf(whole, length));
      assertInvalid(() -> ResumeToken.of(cut));
    }
  }

  @Test
  void shouldRefuseTokensThatAreTooLong() {
    byte[] longer = Arrays.copyOf(TOKEN.toBytes().toArray(), TOKEN.toBytes().length() + 1);

    assertInvalid(() -> ResumeToken.of(Bytes.copyOf(longer)));
  }

  @Test
  void shouldRefuseCountsBeyondTheTokenLength() {
    assertInvalid(
        () -> ResumeToken.of(Bytes.ofHex("01 4d00000000000000 0500000000000000 ffffff7f")));
    assertInvalid(
        () ->
            ResumeToken.of(
                Bytes.ofHex("01 4d00000000000000 0500000000000000 01000000 ffffff7f 00000000")));
  }

  @Test
  void shouldRefuseAnotherVersion() {
    byte[] other = TOKEN.toBytes().toArray();
    other[0] = 2;

    assertInvalid(() -> ResumeToken.of(Bytes.copyOf(other)));
  }

  @Test
  void shouldRefuseReversedSpans() {
    assertInvalid(
        () ->
            ResumeToken.of(
                Bytes.ofHex(
                    "01 4d00000000000000 0500000000000000 01000000 01000000 09 01000000 01")));
  }

  private static void assertInvalid(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  private static KeySpan span(int start, int end) {
    return new KeySpan(Key.wrap(new byte[] {(byte) start}), Key.wrap(new byte[] {(byte) end}));
  }
}
