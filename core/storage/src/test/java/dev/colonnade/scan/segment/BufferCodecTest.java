package dev.colonnade.scan.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.segment.BufferCodec.Content;
import dev.colonnade.scan.segment.BufferCodec.Encoded;
import dev.colonnade.scan.segment.BufferCodec.Encoding;
import dev.colonnade.testing.Seed;
import java.lang.foreign.Arena;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class BufferCodecTest {
  private static final int COUNT_MAX = 300;

  private final BufferCodec codec = new BufferCodec();

  /** Encodes and decodes values of a width, and returns the encoding. */
  private Encoded roundTrip(Content content, int width, int count, IntToLongFunction value) {
    try (Arena arena = Arena.ofConfined()) {
      int bytes = width * count;
      long from = arena.allocate(bytes + 8L, 8).address();
      for (int i = 0; i < count; i++) {
        long each = value.applyAsLong(i);
        switch (width) {
          case 1 -> NativeMemory.putByte(from + i, (byte) each);
          case 2 -> NativeMemory.putShort(from + 2L * i, (short) each);
          case 4 -> NativeMemory.putInt(from + 4L * i, (int) each);
          default -> NativeMemory.putLong(from + 8L * i, each);
        }
      }
      long bytesMax = codec.bytesMax(bytes);
      long to = arena.allocate(bytesMax + 8, 8).address();
      NativeMemory.putLong(to + bytesMax, 0x5A5A5A5A5A5A5A5AL);
      Encoded encoded = codec.encode(content, from, bytes, to);
      assertThat(NativeMemory.getLong(to + bytesMax)).isEqualTo(0x5A5A5A5A5A5A5A5AL);
      assertThat(encoded.rawBytes()).isEqualTo(bytes);
      assertThat((long) encoded.storedBytes()).isLessThanOrEqualTo(bytes);
      long decoded = arena.allocate(bytes + 8L, 8).address();
      codec.decode(encoded, to, decoded);
      assertThat(NativeMemory.bytes(decoded, bytes)).isEqualTo(NativeMemory.bytes(from, bytes));
      assertThat(NativeMemory.getLong(decoded + bytes)).as("behind the end").isZero();
      return encoded;
    }
  }

  @Test
  void shouldReturnWhatWasEncodedForEveryWidthAndNumberOfBits() {
    Random random = Seed.random("BufferCodecTest");
    Content[] contents = {Content.INT8, Content.INT16, Content.INT32, Content.INT64};
    for (int n = 0; n < contents.length; n++) {
      int width = 1 << n;
      for (int bits = 0; bits <= 8 * width; bits++) {
        long base = random.nextLong();
        long mask = bits == Long.SIZE ? -1 : (1L << bits) - 1;
        int count = random.nextInt(COUNT_MAX);
        roundTrip(contents[n], width, count, i -> base + (random.nextLong() & mask));
        roundTrip(contents[n], width, count, i -> random.nextLong() & mask);
        roundTrip(contents[n], width, count, i -> -(random.nextLong() & mask));
      }
    }
  }

  @Test
  void shouldReturnTheSmallestAndLargestValues() {
    for (int count = 0; count < 20; count++) {
      roundTrip(Content.INT64, 8, count, i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
      roundTrip(Content.INT32, 4, count, i -> i % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
      roundTrip(Content.INT16, 2, count, i -> i % 2 == 0 ? Short.MIN_VALUE : Short.MAX_VALUE);
      roundTrip(Content.INT8, 1, count, i -> i % 2 == 0 ? Byte.MIN_VALUE : Byte.MAX_VALUE);
      roundTrip(Content.OFFSETS, 4, count, i -> i % 2 == 0 ? 0 : Integer.MAX_VALUE);
      roundTrip(Content.OFFSETS, 4, count, i -> i % 2 == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
    }
  }

  @Test
  void shouldReturnOffsetsOfAllKinds() {
    Random random = Seed.random("BufferCodecTest.offsets");
    for (int round = 0; round < 200; round++) {
      int[] at = {random.nextInt(1000)};
      int step = random.nextInt(5000);
      roundTrip(
          Content.OFFSETS,
          4,
          random.nextInt(COUNT_MAX),
          i -> at[0] += step + (step == 0 ? 0 : random.nextInt(step)));
    }
  }

  @Test
  void shouldStoreEqualStepsInFewBytes() {
    assertThat(roundTrip(Content.OFFSETS, 4, 8193, i -> 17L * i).storedBytes()).isLessThan(50);
    assertThat(roundTrip(Content.INT64, 8, 8192, i -> 1_000_000_000_000L).storedBytes())
        .isLessThan(50);
    assertThat(roundTrip(Content.INT8, 1, 8192, i -> i % 3).storedBytes()).isLessThan(2_100);
  }

  @Test
  void shouldStoreWhatDoesNotBecomeSmallerAsItIs() {
    Random random = Seed.random("BufferCodecTest.raw");
    assertThat(roundTrip(Content.BYTES, 1, 5000, i -> random.nextInt()).encoding())
        .isEqualTo(Encoding.RAW);
    assertThat(roundTrip(Content.INT64, 8, 3, i -> random.nextLong()).encoding())
        .isEqualTo(Encoding.RAW);
    assertThat(roundTrip(Content.BYTES, 1, 5000, i -> 7).encoding()).isEqualTo(Encoding.LZ4);
    roundTrip(Content.BYTES, 1, 0, i -> 0);
  }

  @Test
  void shouldRefuseDamagedBuffers() {
    try (Arena arena = Arena.ofConfined()) {
      long from = arena.allocate(64, 8).address();
      NativeMemory.fill(from, 64, (byte) -1);
      long to = arena.allocate(8192, 8).address();
      for (Encoding encoding : Encoding.values()) {
        if (encoding != Encoding.RAW) {
          assertThatThrownBy(() -> codec.decode(new Encoded(encoding, 4096, 20), from, to))
              .as(encoding.name())
              .isInstanceOf(DamagedSegmentException.class);
        }
      }
    }
    assertThatThrownBy(() -> Encoding.of(99)).isInstanceOf(DamagedSegmentException.class);
  }
}
