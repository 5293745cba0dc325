package dev.colonnade.range;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Metamorphic test of random histories against a reference implementation: batches under every
 * condition, alone and in groups, at every durability; reads at every timestamp, forward and
 * reverse; collections, splits, merges, clears; full disks; crashes that lose what was not flushed.
 * All limits are tiny.
 */
class MvccModelTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.model.rounds", 25);
  private static final int STEPS = 250;

  @Test
  void shouldBehaveAsTheModel() {
    Random random = Seed.random("MvccModelTest");
    int deletedSpansMax = 0;
    int deletedListsMax = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (MvccModelChecker fixture = new MvccModelChecker(new Random(random.nextLong()))) {
        for (int step = 0; step < STEPS; step++) {
          fixture.step();
        }
        fixture.checkEverything();
        deletedSpansMax = Math.max(deletedSpansMax, fixture.deletedSpansMax());
        deletedListsMax = Math.max(deletedListsMax, fixture.deletedListsMax());
      }
    }
    assertThat(deletedSpansMax).as("deleted spans").isGreaterThan(3);
    assertThat(deletedListsMax).as("lists of deleted keys").isPositive();
  }
}
