package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.testing.Seed;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AbsentKeyReaderTest {
  private final MemoryStore store = new MemoryStore();

  @AfterEach
  void close() {
    store.close();
  }

  private static Key key(int number) {
    return Key.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private void put(int number) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key(number).bytes(), key(number + 1).bytes());
      store.write(batch, Durability.RELAXED);
    }
  }

  @Test
  void shouldSeekOnceForManyAbsentKeys() {
    put(0);
    put(5_000);
    try (AbsentKeyReader reads = new AbsentKeyReader(store, KeySpan.ALL)) {
      for (int number = 1; number < 5_000; number++) {
        assertThat(reads.get(key(number))).isNull();
      }
      assertThat(reads.get(key(5_000))).isEqualTo(key(5_001).bytes());
      assertThat(reads.get(key(4_000))).as("in the gap that is known").isNull();
      assertThat(reads.seekCount()).isEqualTo(2);
    }
  }

  @Test
  void shouldReturnToPlainGetsWithoutGaps() {
    for (int number = 0; number < 2_000; number += 2) {
      put(number);
    }
    try (AbsentKeyReader reads = new AbsentKeyReader(store, KeySpan.ALL)) {
      for (int number = 0; number < 2_000; number++) {
        assertThat(reads.get(key(number)) == null).isEqualTo(number % 2 == 1);
      }
      assertThat(reads.seekCount()).isLessThan(100);
    }
  }

  @Test
  void shouldReturnTheSameAsPlainGets() {
    Random random = Seed.random("GapReadsTest");
    for (int round = 0; round < 50; round++) {
      int width = 1 + random.nextInt(400);
      for (int i = 0; i < random.nextInt(20); i++) {
        put(random.nextInt(width));
      }
      boolean isAscending = random.nextBoolean();
      try (AbsentKeyReader reads =
          new AbsentKeyReader(store, new KeySpan(key(width / 4), key(width)))) {
        for (int i = 0; i < 300; i++) {
          Key key = key(isAscending ? i : random.nextInt(width));
          assertThat(reads.get(key)).isEqualTo(store.get(Space.ROWS, key));
        }
      }
    }
  }
}
