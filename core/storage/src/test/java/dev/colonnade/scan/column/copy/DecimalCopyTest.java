package dev.colonnade.scan.column.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.memory.NativeMemory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class DecimalCopyTest {
  private static final long[] VALUES = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1234};

  @Test
  void shouldExtendTheSignFromBothWidths() {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf narrow = allocator.buffer(8L * VALUES.length);
        ArrowBuf wide = allocator.buffer(16L * VALUES.length);
        ArrowBuf to = allocator.buffer(16L * VALUES.length)) {
      for (int i = 0; i < VALUES.length; i++) {
        NativeMemory.putLong(narrow.memoryAddress() + 8L * i, VALUES[i]);
      }
      DecimalCopy.widen(narrow.memoryAddress(), 8, 0, VALUES.length, wide.memoryAddress());
      check(wide, 0, 1, 2, 3, 4, 5);
      for (int slotBytes : new int[] {8, 16}) {
        long from = slotBytes == 8 ? narrow.memoryAddress() : wide.memoryAddress();
        DecimalCopy.widen(from, slotBytes, 2, 5, to.memoryAddress());
        check(to, 2, 3, 4);
        DecimalCopy.widen(from, slotBytes, new int[] {9, 5, 0, 4}, 1, 4, to.memoryAddress());
        check(to, 5, 0, 4);
      }
    }
  }

  private static void check(ArrowBuf found, int... expected) {
    for (int i = 0; i < expected.length; i++) {
      long value = VALUES[expected[i]];
      assertThat(NativeMemory.getLong(found.memoryAddress() + 16L * i)).isEqualTo(value);
      assertThat(NativeMemory.getLong(found.memoryAddress() + 16L * i + 8)).isEqualTo(value >> 63);
    }
  }
}
