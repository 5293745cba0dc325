package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class ClientTidyTest {
  @Test
  void shouldBeTidy() {
    Tidy tidy =
        Tidy.ofModule()
            // Builder: the client offers its builder.
            .toleratingCycle("ClientBuilder", "ColonnadeClient");
    assertThat(tidy.violations()).isEmpty();
  }
}
