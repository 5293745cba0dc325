package dev.colonnade.testing;

import java.util.Random;

/** Seeds of random tests. Each is printed; {@code -Dcolonnade.seed=N} gives it back. */
public final class Seed {
  private static final String PROPERTY = "colonnade.seed";

  private Seed() {}

  /**
   * A generator with a new seed, or with the one that was given, and the seed printed for a test.
   */
  public static Random random(String test) {
    Long given = Long.getLong(PROPERTY);
    long seed = given == null ? new Random().nextLong() : given;
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return new Random(seed);
  }
}
