package dev.colonnade.sql.compare.schema;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random choices; equal seeds make equal choices. */
public final class Choices {
  private final Random random;

  public Choices(long seed) {
    random = new Random(seed);
  }

  /** Returns a number from 0 to a bound, without the bound. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** Returns a number between two, both included. */
  public int between(int first, int last) {
    return first + random.nextInt(last - first + 1);
  }

  /** Returns true with a probability in percent. */
  public boolean percent(int probability) {
    return random.nextInt(100) < probability;
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  public final <T> T of(T... values) {
    return requireNonNull(values[random.nextInt(values.length)], "value is null");
  }

  public <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns some of the values, in random order. */
  public <T> List<T> some(List<T> values, int count) {
    List<T> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);
    return List.copyOf(shuffled.subList(0, Math.min(count, shuffled.size())));
  }
}
