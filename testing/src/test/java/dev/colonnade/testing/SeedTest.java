package dev.colonnade.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

class SeedTest {
  @Test
  @DisabledIfSystemProperty(named = "colonnade.seed", matches = ".*")
  void shouldMakeTheSeedFromTheNameOfTheTest() {
    assertThat(Seed.of("one")).isEqualTo(Seed.of("one")).isNotEqualTo(Seed.of("two"));
    assertThat(Seed.of("one")).isEqualTo(-560682877627332496L);
    assertThat(Seed.random("one").nextLong()).isEqualTo(Seed.random("one").nextLong());
  }
}
