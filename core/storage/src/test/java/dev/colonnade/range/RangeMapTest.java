package dev.colonnade.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class RangeMapTest {
  private static final RangeDescriptor LOW = range(1, Key.EMPTY, key(10));
  private static final RangeDescriptor MIDDLE = range(2, key(10), key(20));
  private static final RangeDescriptor HIGH = range(3, key(20), Key.INFINITY);
  private final RangeMap map = RangeMap.of(List.of(HIGH, LOW, MIDDLE));

  @Test
  void shouldFindTheRangeOfEveryKey() {
    assertThat(map.size()).isEqualTo(3);
    assertThat(map.all()).containsExactly(LOW, MIDDLE, HIGH);
    assertThat(map.lookup(Key.EMPTY)).isEqualTo(LOW);
    assertThat(map.lookup(key(9))).isEqualTo(LOW);
    assertThat(map.lookup(key(10))).isEqualTo(MIDDLE);
    assertThat(map.lookup(key(10).successor())).isEqualTo(MIDDLE);
    assertThat(map.lookup(key(19))).isEqualTo(MIDDLE);
    assertThat(map.lookup(key(20))).isEqualTo(HIGH);
    assertThat(map.lookup(key(127))).isEqualTo(HIGH);
    assertThat(map.find(2)).contains(MIDDLE);
    assertThat(map.find(4)).isEmpty();
    assertThatThrownBy(() -> map.lookup(Key.INFINITY)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldFindTheRangesOfASpan() {
    assertThat(map.overlapping(KeySpan.ALL)).containsExactly(LOW, MIDDLE, HIGH);
    assertThat(map.overlapping(new KeySpan(key(5), key(10)))).containsExactly(LOW);
    assertThat(map.overlapping(new KeySpan(key(5), key(10).successor())))
        .containsExactly(LOW, MIDDLE);
    assertThat(map.overlapping(new KeySpan(key(10), key(20)))).containsExactly(MIDDLE);
    assertThat(map.overlapping(KeySpan.from(key(19)))).containsExactly(MIDDLE, HIGH);
    assertThat(map.overlapping(new KeySpan(key(5), key(5)))).isEmpty();
  }

  @Test
  void shouldRefuseGapsAndOverlaps() {
    assertCorrupt(List.of(LOW, HIGH));
    assertCorrupt(List.of(LOW, range(2, key(9), key(20)), HIGH));
    assertCorrupt(List.of(MIDDLE, HIGH));
    assertCorrupt(List.of(LOW, MIDDLE));
    assertCorrupt(List.of());
  }

  @Test
  void shouldReplaceRangesByRangesOfTheSameKeys() {
    RangeDescriptor left = range(2, key(10), key(15));
    RangeDescriptor right = range(4, key(15), key(20));
    RangeMap split = map.replace(1, 1, List.of(left, right));
    assertThat(split.all()).containsExactly(LOW, left, right, HIGH);
    assertThat(map.all()).containsExactly(LOW, MIDDLE, HIGH);
    assertThat(split.replace(1, 2, List.of(MIDDLE)).all()).containsExactly(LOW, MIDDLE, HIGH);
    assertThatThrownBy(() -> map.replace(1, 1, List.of(left)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> map.replace(1, 1, List.of(right)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Key key(int value) {
    return Key.wrap(new byte[] {(byte) value});
  }

  private static RangeDescriptor range(long id, Key start, Key end) {
    return new RangeDescriptor(id, new KeySpan(start, end), 1);
  }

  private static void assertCorrupt(List<RangeDescriptor> ranges) {
    assertThatThrownBy(() -> RangeMap.of(ranges))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
