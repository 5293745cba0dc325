package dev.colonnade.bench.kv.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KvKeysTest {
  private static final int COUNT = 100_000;

  @Test
  void shouldBeDistinct() {
    KvKeys keys = new KvKeys(7);
    Set<Long> distinct = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      distinct.add(keys.key(i));
    }
    assertThat(distinct).hasSize(COUNT);
  }

  @Test
  void shouldBeUniformlyDistributed() {
    KvKeys keys = new KvKeys(7);
    Integer[] quarters = {0, 0, 0, 0};
    for (int i = 0; i < COUNT; i++) {
      quarters[(int) (keys.key(i) >>> 62)]++;
    }
    assertThat(quarters).allSatisfy(count -> assertThat(count).isBetween(24_000, 26_000));
  }

  @Test
  void shouldDependOnTheSeed() {
    assertThat(new KvKeys(1).key(0)).isEqualTo(new KvKeys(1).key(0));
    assertThat(new KvKeys(1).key(0)).isNotEqualTo(new KvKeys(2).key(0));
  }
}
