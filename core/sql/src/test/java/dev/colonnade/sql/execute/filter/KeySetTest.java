package dev.colonnade.sql.execute.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.testing.Seed;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeySetTest {
  private final Random random = Seed.random("KeySetTest");

  private static KeySet of(long... values) {
    return KeySetBuilder.setOf(new LongVector(values, null), values.length);
  }

  @Test
  void shouldContainExactlyTheValuesOfASmallRange() {
    long[] values = random.longs(500, -1000, 1000).toArray();
    KeySet set = of(values);
    Set<Long> expected = new HashSet<>(Arrays.stream(values).boxed().toList());
    for (long value = -1100; value < 1100; value++) {
      assertThat(set.contains(value)).isEqualTo(expected.contains(value));
    }
  }

  @Test
  void shouldContainAllValuesOfALargeRangeAndFewOthers() {
    long[] values = random.longs(20_000).toArray();
    KeySet set = of(values);
    for (long value : values) {
      assertThat(set.contains(value)).isTrue();
    }
    long others = random.longs(20_000).filter(set::contains).count();
    assertThat(others).isLessThan(1000);
  }

  @Test
  void shouldContainTheExtremes() {
    for (KeySet set : new KeySet[] {of(Long.MIN_VALUE, Long.MAX_VALUE), of(Long.MAX_VALUE)}) {
      assertThat(set.contains(Long.MAX_VALUE)).isTrue();
      assertThat(set.isDisjoint(Long.MAX_VALUE, Long.MAX_VALUE)).isFalse();
    }
    assertThat(of(Long.MIN_VALUE, Long.MAX_VALUE).contains(Long.MIN_VALUE)).isTrue();
    assertThat(of(Long.MAX_VALUE).contains(Long.MIN_VALUE)).isFalse();
  }

  @Test
  void shouldBeDisjointFromRangesOutsideOfItsValues() {
    KeySet set = of(10, 20);
    assertThat(set.isDisjoint(0, 9)).isTrue();
    assertThat(set.isDisjoint(21, 30)).isTrue();
    assertThat(set.isDisjoint(0, 10)).isFalse();
    assertThat(set.isDisjoint(20, 30)).isFalse();
  }

  @Test
  void shouldNotContainNulls() {
    KeySet set =
        KeySetBuilder.setOf(
            new LongVector(new long[] {1, 2, 3}, new boolean[] {false, true, false}), 3);
    assertThat(set.contains(2)).isFalse();
    int[] rows = new int[4];
    int count =
        set.select(
            new long[] {3, 1, 2, 1}, new boolean[] {false, true, false, false}, null, 4, rows);
    assertThat(Arrays.copyOf(rows, count)).containsExactly(0, 3);
    KeySet none = KeySetBuilder.setOf(new LongVector(new long[] {1}, new boolean[] {true}), 1);
    assertThat(none.contains(1)).isFalse();
    assertThat(none.contains(0)).isFalse();
    assertThat(none.isDisjoint(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void shouldBeBuiltOfSeveralColumns() {
    for (long bound : new long[] {100, 1L << 40}) {
      long[] values = random.longs(900, -bound, bound).toArray();
      KeySetBuilder builder = new KeySetBuilder();
      for (int from = 0; from < 900; from += 300) {
        builder.observe(part(values, from), 300);
      }
      KeySet set = builder.newSet();
      assertThat(set.contains(values[0])).isFalse();
      for (int from = 0; from < 900; from += 300) {
        set.addAll(part(values, from), 300);
      }
      KeySet whole = of(values);
      for (long value : values) {
        assertThat(set.contains(value)).isTrue();
        assertThat(set.contains(value + 1)).isEqualTo(whole.contains(value + 1));
      }
      assertThat(builder.memoryBytes())
          .isPositive()
          .isLessThanOrEqualTo(KeySet.memoryBytesMax(900));
    }
    assertThat(new KeySetBuilder().memoryBytes()).isZero();
    assertThat(new KeySetBuilder().newSet().contains(0)).isFalse();
  }

  private static LongVector part(long[] values, int from) {
    return new LongVector(Arrays.copyOfRange(values, from, from + 300), null);
  }

  @Test
  void shouldSelectAmongRows() {
    int[] rows = {1, 3, 4};
    int count = of(7, 9).select(new long[] {7, 9, 7, 8, 7}, null, rows, 3, rows);
    assertThat(Arrays.copyOf(rows, count)).containsExactly(1, 4);
  }
}
