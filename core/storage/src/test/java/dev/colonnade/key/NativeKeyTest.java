package dev.colonnade.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.testing.Seed;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Comparison of {@link NativeKey} with its reference implementation {@link KeyReader}. */
class NativeKeyTest {
  @Test
  void shouldReadFixedWidthAsKeyReaderDoes() {
    Random random = Seed.random("NativeKeyTest.fixed");
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(Long.BYTES).address();
      byte[] bytes = new byte[Long.BYTES];
      for (int i = 0; i < 10_000; i++) {
        random.nextBytes(bytes);
        NativeMemory.copy(bytes, 0, address, bytes.length);
        for (SortDirection direction : SortDirection.values()) {
          int mask = direction.mask();
          assertThat(NativeKey.shortAt(address, mask)).isEqualTo(of(bytes).readShort(direction));
          assertThat(NativeKey.intAt(address, mask)).isEqualTo(of(bytes).readInt(direction));
          assertThat(NativeKey.longAt(address, mask)).isEqualTo(of(bytes).readLong(direction));
          assertThat(NativeKey.rawLongAt(address, mask)).isEqualTo(of(bytes).readLow(direction));
          assertThat(Float.floatToRawIntBits(NativeKey.floatAt(address, mask)))
              .isEqualTo(Float.floatToRawIntBits(of(bytes).readFloat(direction)));
          assertThat(Double.doubleToRawLongBits(NativeKey.doubleAt(address, mask)))
              .isEqualTo(Double.doubleToRawLongBits(of(bytes).readDouble(direction)));
        }
      }
    }
  }

  @Test
  void shouldReadVariableWidthAsKeyReaderDoes() {
    Random random = Seed.random("NativeKeyTest.variable");
    try (Arena arena = Arena.ofConfined()) {
      long address = arena.allocate(64).address();
      long to = arena.allocate(64).address();
      for (int i = 0; i < 50_000; i++) {
        SortDirection direction =
            random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING;
        byte[] bytes = junkOrText(random, direction);
        NativeMemory.copy(bytes, 0, address, bytes.length);
        KeyReader reader = of(bytes);
        long measured = NativeKey.measure(address, bytes.length, direction.mask());
        try {
          byte[] expected = reader.readBytes(direction);
          int content = NativeKey.contentBytes(measured);
          assertThat(content + KeyLayout.END_BYTES).isEqualTo(reader.position());
          assertThat(content - NativeKey.escapes(measured)).isEqualTo(expected.length);
          NativeKey.unescape(address, content, direction.mask(), to);
          assertThat(NativeMemory.bytes(to, expected.length)).isEqualTo(expected);
        } catch (ColonnadeException e) {
          assertThat(measured).isEqualTo(NativeKey.CORRUPT);
        }
      }
    }
  }

  /**
   * Returns bytes that are mostly 0, 1 and 255, or a valid encoding of such bytes with trailing
   * bytes.
   */
  private static byte[] junkOrText(Random random, SortDirection direction) {
    byte[] bytes = new byte[random.nextInt(24)];
    int zeros = 1 + random.nextInt(8);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(zeros) == 0 ? random.nextInt(3) - 1 : random.nextInt());
    }
    return random.nextBoolean()
        ? bytes
        : new KeyWriter()
            .putBytes(bytes, direction)
            .putInt(random.nextInt(), direction)
            .toByteArray();
  }

  private static KeyReader of(byte[] bytes) {
    return new KeyReader(bytes);
  }
}
