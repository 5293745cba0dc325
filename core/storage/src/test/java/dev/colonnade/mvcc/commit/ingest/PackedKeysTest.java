package dev.colonnade.mvcc.commit.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedKeysTest {
  private final Random random = Seed.random("PackedKeysTest");

  @Test
  void shouldBeTheListOfItsKeys() {
    PackedKeys keys = new PackedKeys();
    List<Key> expected = new ArrayList<>();
    assertThat(keys).isEmpty();
    for (int i = 0; i < 40_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      int length = random.nextInt(bytes.length + 1);
      keys.add(bytes, length);
      expected.add(Key.wrap(Arrays.copyOf(bytes, length)));
      assertThat(keys.getLast()).isEqualTo(expected.getLast());
      if (i < 10 || i % 1_024 < 3 || i % 9_999 == 0) {
        assertThat(keys).isEqualTo(expected);
      }
    }
    assertThat(keys.get(1_023)).isEqualTo(expected.get(1_023));
    assertThat(keys.get(1_024)).isEqualTo(expected.get(1_024));
  }
}
