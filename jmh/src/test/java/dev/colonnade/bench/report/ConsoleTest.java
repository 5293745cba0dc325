package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConsoleTest {
  @Test
  void shouldColourTerminalsOnly() {
    assertThat(Console.coloursWanted(true, Map.of())).isTrue();
    assertThat(Console.coloursWanted(false, Map.of())).isFalse();
  }

  @Test
  void shouldHonourNoColor() {
    assertThat(Console.coloursWanted(true, Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(Console.coloursWanted(true, Map.of("NO_COLOR", ""))).isTrue();
  }
}
