package dev.colonnade.split.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.testing.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyMidpointTest {
  private static Key key(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int index = 0; index < bytes.length; index++) {
      array[index] = (byte) bytes[index];
    }
    return Key.wrap(array);
  }

  @Test
  void shouldReturnTheMidpoint() {
    assertThat(KeyMidpoint.between(key(0x10), key(0x30))).isEqualTo(key(0x20, 0, 0, 0, 0, 0, 0, 0));
    assertThat(KeyMidpoint.between(key(7, 7, 0), key(7, 7, 2)))
        .isEqualTo(key(7, 7, 1, 0, 0, 0, 0, 0, 0, 0));
    assertThat(KeyMidpoint.between(Key.EMPTY, key(0xFF, 0xFF)))
        .isEqualTo(key(0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0));
    assertThat(KeyMidpoint.between(key(1), key(1))).isNull();
    assertThat(KeyMidpoint.between(key(1), key(1, 0))).isNull();
  }

  @Test
  void shouldReachAnyKeyByBisection() {
    Random random = Seed.random("KeyMidpointTest");
    for (int round = 0; round < 500; round++) {
      Key low = random(random);
      Key high = random(random);
      Key sought = random(random);
      if (low.compareTo(sought) >= 0 || sought.compareTo(high) >= 0) {
        continue;
      }
      Key middle = KeyMidpoint.between(low, high);
      int steps = 0;
      for (; middle != null && steps < 400; steps++) {
        assertThat(middle).isGreaterThan(low).isLessThan(high);
        if (middle.compareTo(sought) <= 0) {
          low = middle;
        } else {
          high = middle;
        }
        middle = KeyMidpoint.between(low, high);
      }
      assertThat(steps).as("halvings").isLessThan(400);
      assertThat(low).isLessThanOrEqualTo(sought);
      assertThat(high).isGreaterThan(sought);
    }
  }

  private static Key random(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 7);
    }
    return Key.wrap(bytes);
  }
}
