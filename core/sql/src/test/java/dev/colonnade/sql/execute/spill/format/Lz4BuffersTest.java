package dev.colonnade.sql.execute.spill.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.junit.jupiter.api.Test;

class Lz4BuffersTest {
  private final Lz4Buffers buffers = new Lz4Buffers();

  @Test
  void shouldDecompressWhatItCompressed() {
    Random random = new Random(5);
    for (int length : new int[] {0, 1, 127, 128, 4096, 100_000, 4 << 20, (4 << 20) + 1, 9 << 20}) {
      for (int noiseBytes : new int[] {0, length / 2, length}) {
        byte[] content = content(random, length, noiseBytes);
        ByteSink out = new ByteSink();
        out.putByte(7);
        buffers.compress(content, 0, length, out);
        int compressed = out.length() - 1;
        assertThat(compressed).isLessThanOrEqualTo(length + Long.BYTES);
        assertThat(Lz4Buffers.decompressedLength(out.bytes(), 1, compressed)).isEqualTo(length);
        byte[] read = new byte[length];
        buffers.decompress(out.bytes(), 1, compressed, read);
        assertThat(Arrays.equals(read, content)).isTrue();
      }
    }
  }

  @Test
  void shouldWriteFramesOfTheStandard() throws IOException {
    byte[] content = content(new Random(5), 9 << 20, 5 << 20);
    ByteSink out = new ByteSink();
    buffers.compress(content, 0, content.length, out);
    try (LZ4FrameInputStream in =
        new LZ4FrameInputStream(
            new ByteArrayInputStream(out.bytes(), Long.BYTES, out.length() - Long.BYTES))) {
      assertThat(Arrays.equals(in.readAllBytes(), content)).isTrue();
    }
  }

  @Test
  void shouldRefuseTruncatedFrames() {
    byte[] content = content(new Random(5), 2000, 1000);
    ByteSink out = new ByteSink();
    buffers.compress(content, 0, content.length, out);
    for (int length = Long.BYTES; length < out.length() - Integer.BYTES; length++) {
      int cut = length;
      assertThatThrownBy(() -> buffers.decompress(out.bytes(), 0, cut, new byte[content.length]))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
    }
  }

  private static byte[] content(Random random, int length, int noiseBytes) {
    byte[] noise = new byte[noiseBytes];
    random.nextBytes(noise);
    return Arrays.copyOf(noise, length);
  }
}
