package dev.colonnade.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairSorterTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 4_000, 1 << 20})
  void shouldReturnAllPairsInOrder(int bufferBytes) throws IOException {
    Random random = Seed.random("PairSorterTest");
    SortSpace space = new SortSpace(folder, bufferBytes);
    List<byte[]> expected = new ArrayList<>();
    try (PairSorter sorter = new PairSorter(space, 2, Runnable::run)) {
      for (int part = 0; part < 3; part++) {
        PairSorter.Part sorted = sorter.newPart();
        for (int i = random.nextInt(700); i > 0; i--) {
          byte[] key = randomKey(random);
          expected.add(key);
          sorted.add(key, reversed(key));
        }
        sorted.finish();
      }
      expected.sort(Arrays::compareUnsigned);
      SortedPairs pairs = sorter.sorted();
      for (byte[] key : expected) {
        assertThat(pairs.next()).isTrue();
        assertThat(pairs.key()).isEqualTo(key);
        assertThat(pairs.value()).isEqualTo(reversed(key));
      }
      assertThat(pairs.next()).isFalse();
      assertThat(pairs.next()).isFalse();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  /** Returns a key with the prefix 7, 7, few different bytes, and any length. */
  private static byte[] randomKey(Random random) {
    byte[] key = new byte[2 + random.nextInt(14)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (i < 2 ? 7 : random.nextInt(3) - 1);
    }
    return key;
  }

  private static byte[] reversed(byte[] key) {
    byte[] value = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      value[i] = key[key.length - 1 - i];
    }
    return value;
  }

  /** Pairs that are larger than the buffer of a file reader, between small ones. */
  @Test
  void shouldReadLargePairsFromFiles() {
    SortSpace space = new SortSpace(folder, 1_000);
    try (PairSorter sorter = new PairSorter(space, 0, Runnable::run)) {
      PairSorter.Part part = sorter.newPart();
      for (int i = 199; i >= 0; i--) {
        part.add(bytes(i), value(i));
      }
      part.finish();
      SortedPairs pairs = sorter.sorted();
      for (int i = 0; i < 200; i++) {
        assertThat(pairs.next()).isTrue();
        assertThat(pairs.key()).isEqualTo(bytes(i));
        assertThat(pairs.value()).isEqualTo(value(i));
      }
      assertThat(pairs.next()).isFalse();
    }
  }

  private static byte[] value(int number) {
    byte[] value = new byte[number % 7 == 0 ? 200_000 + number : number];
    Arrays.fill(value, (byte) number);
    return value;
  }

  @Test
  void shouldSortAscendingDescendingAndEqualKeys() {
    for (int order = -1; order <= 1; order++) {
      PairBuffer buffer = new PairBuffer(0, Integer.MAX_VALUE);
      for (int i = 0; i < 50_000; i++) {
        int number = order * i;
        buffer.add(bytes(number), new byte[0]);
      }
      buffer.sort();
      for (int i = 1; i < buffer.count(); i++) {
        assertThat(Arrays.compareUnsigned(key(buffer, i - 1), key(buffer, i)))
            .isLessThanOrEqualTo(0);
      }
    }
  }

  /** Takes minutes if pivots are the lowest or highest keys of nearly sorted entries. */
  @Test
  @Timeout(60)
  void shouldSortNearlySortedKeysFast() {
    int count = 400_000;
    List<IntUnaryOperator> orders =
        List.of(i -> i, i -> (i + 1) % count, i -> i < count / 2 ? 2 * i : 2 * (count - i) - 1);
    for (IntUnaryOperator order : orders) {
      PairBuffer buffer = new PairBuffer(0, Integer.MAX_VALUE);
      for (int i = 0; i < count; i++) {
        buffer.add(bytes(order.applyAsInt(i)), new byte[0]);
      }
      buffer.sort();
      for (int i = 0; i < count; i++) {
        if (!Arrays.equals(key(buffer, i), bytes(i))) {
          assertThat(key(buffer, i)).as("key %s", i).isEqualTo(bytes(i));
        }
      }
    }
  }

  private static byte[] key(PairBuffer buffer, int index) {
    int from = buffer.keyOffsetOf(index);
    return Arrays.copyOfRange(buffer.bytes(), from, from + buffer.keyLengthOf(index));
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Test
  void shouldDeleteFilesThatACrashHasLeft() throws IOException {
    Files.writeString(folder.resolve("1.pairs"), "left");
    SortSpace space = new SortSpace(folder, 10);
    assertThat(space.newFile()).doesNotExist();
  }
}
