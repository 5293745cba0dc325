package dev.colonnade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.tidy.Tidy;
import org.junit.jupiter.api.Test;

/** Style of the sources of this module. */
class ServerTidyTest {
  @Test
  void shouldBeTidy() {
    // A range is a value with values as its bounds.
    assertThat(Tidy.ofModule().toleratingCycle("BinaryRangeCodec", "BinaryValueCodec").violations())
        .isEmpty();
  }
}
