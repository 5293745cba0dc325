package dev.colonnade.scan.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.testing.Seed;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntPackingTest {
  private static final int COUNT_MAX = 70;
  private static final byte GUARD = 0x5A;

  private final Random random = Seed.random("IntPackingTest");

  /** Native memory of a test: values, packed values, and unpacked values with guards behind. */
  private record Buffers(long values, long packed, long unpacked) {
    static Buffers in(Arena arena) {
      return new Buffers(
          arena.allocate(COUNT_MAX * 8L).address(),
          arena.allocate(IntPacking.bytesMax(COUNT_MAX * 8L)).address(),
          arena.allocate((COUNT_MAX + 1) * 8L).address());
    }

    void put(int width, int index, long value) {
      for (int i = 0; i < width; i++) {
        NativeMemory.putByte(values + (long) width * index + i, (byte) (value >>> (8 * i)));
      }
    }

    /** Fills the guards behind the values that will be unpacked. */
    void guard(long bytes) {
      for (long i = bytes; i < (COUNT_MAX + 1) * 8L; i++) {
        NativeMemory.putByte(unpacked + i, GUARD);
      }
    }

    void assertUnpacked(long bytes, String what) {
      for (long i = 0; i < bytes; i++) {
        assertThat(NativeMemory.getByte(unpacked + i))
            .as("%s byte=%d", what, i)
            .isEqualTo(NativeMemory.getByte(values + i));
      }
      for (long i = bytes; i < (COUNT_MAX + 1) * 8L; i++) {
        assertThat(NativeMemory.getByte(unpacked + i)).as("%s behind", what).isEqualTo(GUARD);
      }
    }
  }

  /** Returns a value of so many bits. */
  private long value(int bits) {
    return bits == 0 ? 0 : random.nextLong() >>> (Long.SIZE - bits);
  }

  @Test
  void shouldUnpackValuesOfAllWidthsAndBits() {
    try (Arena arena = Arena.ofConfined()) {
      Buffers buffers = Buffers.in(arena);
      for (int width : new int[] {1, 2, 4, 8}) {
        for (int bits = 0; bits <= Math.min(8 * width, IntPacking.BITS_MAX); bits++) {
          for (int count : new int[] {0, 1, 3, 4, 5, 8, COUNT_MAX}) {
            int rest = 8 * width - bits;
            long base = -(value(Math.max(0, rest - 1)) + (rest == 0 ? 1L << (bits - 1) : 0));
            for (int i = 0; i < count; i++) {
              buffers.put(width, i, base + value(bits));
            }
            String what = "width=%d bits=%d count=%d".formatted(width, bits, count);
            int bytes = IntPacking.pack(buffers.values(), width, count, buffers.packed());
            assertThat(bytes)
                .as(what)
                .isBetween(1, (int) IntPacking.bytesMax((long) width * count));
            buffers.guard((long) width * count);
            IntPacking.unpack(buffers.packed(), bytes, width, count, buffers.unpacked());
            buffers.assertUnpacked((long) width * count, what);
          }
        }
      }
    }
  }

  @Test
  void shouldUnpackDifferencesOfAllBits() {
    try (Arena arena = Arena.ofConfined()) {
      Buffers buffers = Buffers.in(arena);
      for (int bits = 0; bits < Integer.SIZE; bits++) {
        for (int count : new int[] {0, 1, 2, 4, 5, 6, 9, COUNT_MAX}) {
          int next = random.nextInt();
          int step = random.nextInt(1000) - 500;
          for (int i = 0; i < count; i++) {
            buffers.put(Integer.BYTES, i, next);
            next += step + (int) value(bits);
          }
          String what = "bits=%d count=%d".formatted(bits, count);
          int bytes = IntPacking.packDeltas(buffers.values(), count, buffers.packed());
          buffers.guard(4L * count);
          IntPacking.unpackDeltas(buffers.packed(), bytes, count, buffers.unpacked());
          buffers.assertUnpacked(4L * count, what);
        }
      }
    }
  }

  @Test
  void shouldRefuseWhatIsTooShort() {
    try (Arena arena = Arena.ofConfined()) {
      Buffers buffers = Buffers.in(arena);
      for (int i = 0; i < 10; i++) {
        buffers.put(Integer.BYTES, i, i);
      }
      int bytes = IntPacking.pack(buffers.values(), Integer.BYTES, 10, buffers.packed());
      for (int cut = 0; cut < bytes; cut++) {
        int length = cut;
        assertThatThrownBy(
                () ->
                    IntPacking.unpack(
                        buffers.packed(), length, Integer.BYTES, 10, buffers.unpacked()))
            .isInstanceOf(DamagedSegmentException.class);
      }
      assertThat(IntPacking.pack(buffers.values(), Long.BYTES, 0, buffers.packed())).isPositive();
    }
  }

  @Test
  void shouldNotPackValuesOfTooManyBits() {
    try (Arena arena = Arena.ofConfined()) {
      Buffers buffers = Buffers.in(arena);
      buffers.put(Long.BYTES, 0, Long.MIN_VALUE);
      buffers.put(Long.BYTES, 1, Long.MAX_VALUE);
      assertThat(IntPacking.pack(buffers.values(), Long.BYTES, 2, buffers.packed())).isEqualTo(-1);
    }
  }
}
