package dev.colonnade.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyInterpolationTest {
  private static Key key(int... bytes) {
    byte[] copy = new byte[bytes.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (byte) bytes[i];
    }
    return Key.wrap(copy);
  }

  @Test
  void shouldReturnTheMiddleOfASpan() {
    KeySpan span = new KeySpan(key(1, 2, 0x10, 0), key(1, 2, 0x20, 0));
    assertThat(KeyInterpolation.between(span, 0.5)).isEqualTo(key(1, 2, 0x18, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldReturnTheStartOfASpan() {
    KeySpan span = new KeySpan(key(1, 2), key(1, 3));
    assertThat(KeyInterpolation.between(span, 0)).isEqualTo(key(1, 2));
  }

  @Test
  void shouldStayWithinSpansOfKeysOfAnyLength() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 10_000; i++) {
      Key one = Key.wrap(bytes(random));
      Key other = Key.wrap(bytes(random));
      if (one.equals(other)) {
        continue;
      }
      KeySpan span = new KeySpan(one.compareTo(other) < 0 ? one : other, Key.max(one, other));
      Key found = KeyInterpolation.between(span, random.nextDouble());
      assertThat(found).isGreaterThanOrEqualTo(span.start()).isLessThan(span.end());
    }
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(9)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt(-2, 2);
    }
    return bytes;
  }
}
