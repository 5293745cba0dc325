package dev.colonnade.testing;

import java.util.Random;

/**
 * Seeds of randomized tests. A test uses the same random numbers in every build, because its seed
 * is derived from its name; {@code -Dcolonnade.seed=N} sets another seed, {@code
 * -Dcolonnade.seed=random} a new one for each call. Every seed is printed.
 */
public final class Seed {
  private static final String PROPERTY = "colonnade.seed";

  private Seed() {}

  /** Returns a random number generator with the seed of a test. */
  public static Random random(String test) {
    return new Random(of(test));
  }

  /** Returns the seed of a test. */
  public static long of(String test) {
    String configured = System.getProperty(PROPERTY);
    long seed;
    if (configured == null) {
      seed = new Random(test.hashCode()).nextLong();
    } else if (configured.equals("random")) {
      seed = new Random().nextLong();
    } else {
      seed = Long.parseLong(configured);
    }
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }
}
