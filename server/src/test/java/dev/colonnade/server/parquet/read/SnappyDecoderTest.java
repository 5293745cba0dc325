package dev.colonnade.server.parquet.read;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnappyDecoderTest {
  /** A literal of three bytes, a copy that overlaps itself, and one with an offset of two bytes. */
  private static final byte[] BLOCK = {
    14, 2 << 2, 'a', 'b', 'c', (byte) (3 << 2 | 1), 3, 3 << 2 | 2, 10, 0
  };

  @Test
  void shouldDecodeLiteralsAndCopies() {
    byte[] out = new byte[14];
    assertThat(SnappyDecoder.decode(BLOCK, 0, out, 0)).isEqualTo(14);
    assertThat(new String(out, US_ASCII)).isEqualTo("abcabcabcaabca");
  }

  @Test
  void shouldRefuseBlocksThatAreCut() {
    for (int length = 0; length < BLOCK.length; length++) {
      int decoded =
          SnappyDecoder.decode(java.util.Arrays.copyOf(BLOCK, length), 0, new byte[14], 0);
      assertThat(decoded).as("length=" + length).isNotEqualTo(14);
    }
  }

  @Test
  void shouldRefuseCopiesFromBeforeTheStart() {
    byte[] block = BLOCK.clone();
    block[6] = 4;
    assertThat(SnappyDecoder.decode(block, 0, new byte[14], 0)).isNegative();
    assertThat(SnappyDecoder.decode(BLOCK, 0, new byte[13], 0)).isNegative();
  }
}
