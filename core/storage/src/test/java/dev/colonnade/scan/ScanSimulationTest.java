package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.split.RangeChange.Reason;
import dev.colonnade.testing.Seed;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulation test of scans and gets during splits and merges: compares every value with a model of
 * every timestamp. {@code -Dcolonnade.scanstorm.storms=N} sets the number of simulations.
 */
@Tag("integration")
class ScanSimulationTest {
  private static final int STORMS = Integer.getInteger("colonnade.scanstorm.storms", 10);
  private static final int STEPS = 1_000;

  @Test
  void shouldReturnTheModelAtItsTimestampDuringSplitsAndMerges() {
    Random random = Seed.random("ScanStormTest");
    Map<Reason, Long> changes = new EnumMap<>(Reason.class);
    int scans = 0;
    int gets = 0;
    int interruptions = 0;
    for (int number = 0; number < STORMS; number++) {
      try (ScanSimulation storm = new ScanSimulation(random)) {
        storm.play(STEPS);
        storm.changes().forEach((reason, count) -> changes.merge(reason, count, Long::sum));
        scans += storm.scanCount();
        gets += storm.getCount();
        interruptions += storm.interruptions();
      }
    }
    System.out.printf(
        "ScanStormTest: storms=%d scans=%d gets=%d changes=%s stepsDuringSplits=%d%n",
        STORMS, scans, gets, changes, interruptions);
    assertThat(changes).containsOnlyKeys(Reason.values());
    assertThat(scans).isGreaterThan(STORMS);
    assertThat(interruptions).isPositive();
  }

  @Test
  void shouldReproduceARunFromItsSeed() {
    long seed = Seed.random("ScanStormTest.again").nextLong();
    assertThat(trace(seed)).isEqualTo(trace(seed)).contains("page ", "get ", "tick ");
  }

  private static String trace(long seed) {
    try (ScanSimulation storm = new ScanSimulation(new Random(seed))) {
      storm.play(STEPS);
      return storm.trace();
    }
  }
}
