package dev.colonnade.testing;

import java.util.Random;

/**
 * Seeds of random tests. A test draws the same in every build, because its seed is made from its
 * name; {@code -Dcolonnade.seed=N} gives another, {@code -Dcolonnade.seed=random} a new one at each
 * call. Each is printed.
 */
public final class Seed {
  private static final String PROPERTY = "colonnade.seed";

  private Seed() {}

  /** A generator that starts from the seed of a test. */
  public static Random random(String test) {
    return new Random(of(test));
  }

  /** The seed of a test, for those that hand it on. */
  public static long of(String test) {
    String given = System.getProperty(PROPERTY);
    long seed;
    if (given == null) {
      seed = new Random(test.hashCode()).nextLong();
    } else if (given.equals("random")) {
      seed = new Random().nextLong();
    } else {
      seed = Long.parseLong(given);
    }
    System.out.println(test + ": -D" + PROPERTY + "=" + seed);
    return seed;
  }
}
