package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class TracingTidyTest {
  @Test
  void shouldBeTidy() {
    assertThat(Tidy.ofModule().violations()).isEmpty();
  }
}
