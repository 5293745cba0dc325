package dev.colonnade.scan.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ChangedKeysTest {
  private static Key key(int value) {
    return Key.of(new byte[] {(byte) value});
  }

  @Test
  void shouldFindKeysLikeASortedSet() {
    Random random = Seed.random("ChangedKeysTest");
    ChangedKeys keys = ChangedKeys.NONE;
    TreeSet<Key> expected = new TreeSet<>();
    for (int round = 0; round < 100; round++) {
      Key added = key(random.nextInt(128));
      keys = keys.with(added);
      expected.add(added);
      assertThat(keys.count()).isEqualTo(expected.size());
      for (int bound = 0; bound < 128; bound++) {
        assertThat(keys.ceiling(key(bound))).isEqualTo(expected.ceiling(key(bound)));
        assertThat(keys.lower(key(bound))).isEqualTo(expected.lower(key(bound)));
      }
    }
  }

  @Test
  void shouldNotChangeWhenAKeyIsAddedAgain() {
    ChangedKeys keys = ChangedKeys.NONE.with(key(5)).with(key(3));
    assertThat(keys.with(key(3))).isSameAs(keys);
    assertThat(ChangedKeys.NONE.count()).isZero();
  }
}
