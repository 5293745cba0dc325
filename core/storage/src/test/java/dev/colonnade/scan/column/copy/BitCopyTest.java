package dev.colonnade.scan.column.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.testing.Seed;
import java.util.BitSet;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class BitCopyTest {
  private static final int BYTES = 64;
  private static final int ROUNDS = 20_000;

  @Test
  void shouldCopyAndCountLikeASingleBitLoop() {
    Random random = Seed.random("BitCopyTest");
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf from = allocator.buffer(BYTES);
        ArrowBuf to = allocator.buffer(BYTES)) {
      for (int round = 0; round < ROUNDS; round++) {
        fill(from, random);
        fill(to, random);
        int fromBit = random.nextInt(BYTES * 8);
        int toBit = random.nextInt(BYTES * 8);
        int count = random.nextInt(1 + BYTES * 8 - Math.max(fromBit, toBit));
        check(from, fromBit, to, toBit, count, random.nextBoolean());
      }
    }
  }

  private static void check(
      ArrowBuf from, int fromBit, ArrowBuf to, int toBit, int count, boolean ones) {
    BitSet source = bits(from);
    BitSet expected = bits(to);
    for (int i = 0; i < count; i++) {
      expected.set(toBit + i, source.get(fromBit + i));
    }
    int end = toBit + count;
    if (count > 0) {
      expected.set(end, (end + 7) / 8 * 8, ones);
    }
    BitCopy.copy(
        from.memoryAddress(),
        fromBit,
        to.memoryAddress(),
        toBit,
        count,
        ones ? BitCopy.ONES : BitCopy.ZEROS);
    assertThat(bits(to)).as("%d to %d: %d", fromBit, toBit, count).isEqualTo(expected);
    assertThat(BitCopy.countZeros(from.memoryAddress(), fromBit, count))
        .isEqualTo(count - source.get(fromBit, fromBit + count).cardinality());
  }

  private static void fill(ArrowBuf buffer, Random random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    buffer.setBytes(0, bytes);
  }

  private static BitSet bits(ArrowBuf buffer) {
    return BitSet.valueOf(NativeMemory.bytes(buffer.memoryAddress(), BYTES));
  }
}
