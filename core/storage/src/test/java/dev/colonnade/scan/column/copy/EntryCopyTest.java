package dev.colonnade.scan.column.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.memory.NativeMemory;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntryCopyTest {
  private static final int ENTRIES = 9;
  private static final int ROWS = 100;

  private final BufferAllocator allocator = new RootAllocator();
  private final ArrowBuf memory = allocator.buffer(1 << 16);

  // Parts of the memory, which is filled with junk.
  private final long codes = memory.memoryAddress();
  private final long offsets = codes + 1024;
  private final long entries = codes + 2048;
  private final long ends = codes + 4096;
  private final long bytes = codes + 8192;

  @AfterEach
  void close() {
    memory.close();
    allocator.close();
  }

  /** Writes a dictionary of random entries of up to {@code longest} bytes, and random codes. */
  private byte[][] writeEntries(int longest) {
    Random random = new Random(longest);
    byte[] junk = new byte[(int) memory.capacity()];
    random.nextBytes(junk);
    NativeMemory.copy(junk, 0, codes, junk.length);
    byte[][] written = new byte[ENTRIES][];
    int offset = 0;
    for (int i = 0; i < ENTRIES; i++) {
      written[i] = new byte[i == 0 ? 0 : i == 1 ? longest : random.nextInt(longest + 1)];
      random.nextBytes(written[i]);
      NativeMemory.putInt(offsets + 4L * i, offset);
      NativeMemory.copy(written[i], 0, entries + offset, written[i].length);
      offset += written[i].length;
    }
    NativeMemory.putInt(offsets + 4L * ENTRIES, offset);
    for (int row = 0; row < ROWS; row++) {
      NativeMemory.putByte(codes + row, (byte) random.nextInt(ENTRIES));
    }
    return written;
  }

  /** Compares the texts of some rows behind {@code used} bytes with those of the reference. */
  private void check(byte[][] dictionary, int[] rows, int used, int capacity, int found) {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int i = 0; i < rows.length; i++) {
      expected.writeBytes(dictionary[NativeMemory.getByte(codes + rows[i])]);
      assertThat(NativeMemory.getInt(ends + 4L * i)).isEqualTo(used + expected.size());
    }
    assertThat(found).isEqualTo(used + expected.size()).isLessThanOrEqualTo(capacity);
    assertThat(NativeMemory.bytes(bytes + used, expected.size())).isEqualTo(expected.toByteArray());
  }

  private int bytesOf(byte[][] dictionary, int[] rows) {
    int sum = 0;
    for (int row : rows) {
      sum += dictionary[NativeMemory.getByte(codes + row)].length;
    }
    return sum;
  }

  @Test
  void shouldCopyEntriesOfAnyLengthWithinTheCapacity() {
    for (int longest : new int[] {0, 1, 7, 8, 9, 16, 17, 32, 33, 70}) {
      int[] rows = new int[ROWS - 3];
      int[] chosen = new int[ROWS - 3];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = i + 3;
        chosen[i] = (i * 37) % ROWS;
      }
      for (int spare : new int[] {0, 5, 1000}) {
        byte[][] dictionary = writeEntries(longest);
        EntryCopy copy = new EntryCopy(offsets, entries, ENTRIES, longest);
        int capacity = 11 + bytesOf(dictionary, rows) + spare;
        long behind = NativeMemory.getLong(bytes + capacity);
        EntryCopy.Target target = new EntryCopy.Target(bytes, 11, capacity, ends);
        check(dictionary, rows, 11, capacity, copy.copy(codes + 3, ROWS - 3, target));
        assertThat(NativeMemory.getLong(bytes + capacity)).isEqualTo(behind);

        dictionary = writeEntries(longest);
        capacity = bytesOf(dictionary, chosen) + spare;
        behind = NativeMemory.getLong(bytes + capacity);
        target = new EntryCopy.Target(bytes, 0, capacity, ends);
        check(dictionary, chosen, 0, capacity, copy.copy(codes, chosen, 0, chosen.length, target));
        assertThat(NativeMemory.getLong(bytes + capacity)).isEqualTo(behind);
      }
    }
  }
}
