package dev.colonnade.type.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.Seed;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
  @Test
  void shouldCountEveryCodePoint() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
        byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        assertThat(Utf8.codePointCount(bytes, 0, bytes.length)).isOne();
      }
    }
  }

  @Test
  void shouldAgreeWithDecoderOfTheJdk() {
    Random random = Seed.random("Utf8Test");
    int[] starts = {
      0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5
    };
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] =
            (byte)
                switch (random.nextInt(3)) {
                  case 0 -> starts[random.nextInt(starts.length)];
                  case 1 -> 0x80 + random.nextInt(0x40);
                  default -> 'a';
                };
      }
      assertThat(Utf8.codePointCount(bytes, 0, bytes.length)).isEqualTo(countWithJdk(bytes));
    }
  }

  private static int countWithJdk(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.codePointCount(0, text.length());
    } catch (CharacterCodingException e) {
      return Utf8.INVALID;
    }
  }

  @Test
  void shouldCountWithinBoundsOnly() {
    byte[] bytes = {(byte) 0xFF, 'a', 'b', (byte) 0xFF};
    assertThat(Utf8.codePointCount(bytes, 1, 2)).isEqualTo(2);
    assertThat(Utf8.codePointCount(bytes, 1, 0)).isZero();
    assertThat(Utf8.codePointCount(bytes, 1, 3)).isEqualTo(Utf8.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud800", "a\ud800b", "\udc00", "\udc00\ud800", "x\ud800\ud800\udc00"})
  void shouldRejectUnpairedSurrogate(String text) {
    assertThatThrownBy(() -> Utf8.encode(text))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TEXT));
  }

  @Test
  void shouldEncodeSurrogatePairs() {
    assertThat(Utf8.encode("a\ud83d\ude00")).containsExactly('a', 0xF0, 0x9F, 0x98, 0x80);
  }

  @Test
  void shouldCountLongTextsInPieces() {
    for (int shift = 0; shift < 4; shift++) {
      String text = "a".repeat(shift) + "\u00e4\u20ac\ud83d\ude00".repeat(300_000);
      byte[] bytes = Utf8.encode(text);
      assertThat(Utf8.codePointCount(bytes, 0, bytes.length)).isEqualTo(shift + 900_000);
      bytes[bytes.length - 1] = 'a';
      assertThat(Utf8.codePointCount(bytes, 0, bytes.length)).isEqualTo(Utf8.INVALID);
    }
    byte[] continuations = new byte[3 << 20];
    Arrays.fill(continuations, (byte) 0x80);
    assertThat(Utf8.codePointCount(continuations, 0, continuations.length)).isEqualTo(Utf8.INVALID);
  }
}
