package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.Executor;

/**
 * How many threads may work on one scan, and how far they may run ahead of its reader.
 *
 * @param executor runs the work; it may refuse, and then the reader's thread does more of it
 * @param degree the most threads at a time
 * @param pagesAhead the most pages that are ready and not yet asked for
 */
public record Parallelism(Executor executor, int degree, int pagesAhead) {
  /** The most threads for one scan. */
  public static final int DEGREE_MAX = 256;

  /** The most pages that may be ready. */
  public static final int PAGES_AHEAD_MAX = 1024;

  public Parallelism {
    requireNonNull(executor, "executor is null");
    requireWithin("degree", degree, DEGREE_MAX);
    requireWithin("pagesAhead", pagesAhead, PAGES_AHEAD_MAX);
  }

  /** Two pages ahead for every thread. */
  public static Parallelism of(Executor executor, int degree) {
    return new Parallelism(executor, degree, 2 * degree);
  }

  private static void requireWithin(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "parallelism out of range: " + name + "=" + value + " min=1 max=" + max);
    }
  }
}
