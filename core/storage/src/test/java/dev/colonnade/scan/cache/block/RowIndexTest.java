package dev.colonnade.scan.cache.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class RowIndexTest {
  @Test
  void shouldFindTheFirstRowAtOrAboveAKey() {
    Random random = new Random(5);
    for (int rowCount : new int[] {0, 1, 2, 3, 7, 8, 9, 100, 1000}) {
      List<Key> keys = randomKeys(random, rowCount);
      try (BufferAllocator allocator = new RootAllocator();
          RowIndex rows = indexOf(allocator, keys)) {
        for (int round = 0; round < 500; round++) {
          Key key = randomKey(random);
          int expected = (int) keys.stream().filter(each -> each.compareTo(key) < 0).count();
          assertThat(rows.firstAtOrAbove(key)).isEqualTo(expected);
          int from = random.nextInt(expected + 1);
          assertThat(rows.firstAtOrAbove(key, from)).isEqualTo(expected);
          assertThat(rows.firstAtOrAbove(key, expected)).isEqualTo(expected);
        }
        assertThat(rows.firstAtOrAbove(Key.INFINITY)).isEqualTo(rowCount);
        assertThat(rows.firstAtOrAbove(Key.INFINITY, rowCount / 2)).isEqualTo(rowCount);
      }
    }
  }

  private static List<Key> randomKeys(Random random, int count) {
    TreeSet<Key> keys = new TreeSet<>();
    while (keys.size() < count) {
      keys.add(randomKey(random));
    }
    return new ArrayList<>(keys);
  }

  /** Returns a key of few different bytes, so that many keys begin with the same ones. */
  private static Key randomKey(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(20)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (random.nextInt(3) * 127);
    }
    return Key.wrap(bytes);
  }

  private static RowIndex indexOf(BufferAllocator allocator, List<Key> keys) {
    long head = RowIndex.bytesWithoutKeys(keys.size(), false, false);
    long keyBytes = keys.stream().mapToLong(Key::length).sum();
    ArrowBuf memory = allocator.buffer(head + keyBytes);
    int at = 0;
    for (int i = 0; i < keys.size(); i++) {
      NativeMemory.putInt(memory.memoryAddress() + (long) Integer.BYTES * i, at);
      byte[] bytes = keys.get(i).bytes();
      NativeMemory.copy(bytes, 0, memory.memoryAddress() + head + at, bytes.length);
      at += bytes.length;
    }
    NativeMemory.putInt(memory.memoryAddress() + (long) Integer.BYTES * keys.size(), at);
    return new RowIndex(memory, keys.size(), false, false, false);
  }
}
