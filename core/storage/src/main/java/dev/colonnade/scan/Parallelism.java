package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.Executor;

/**
 * Parallelism of one scan: its threads, and how many pages they produce ahead of the reader.
 *
 * @param executor executor of the workers; if it rejects one, the reader's thread does more of the
 *     work
 * @param degree most concurrent threads, 1 to {@link #DEGREE_MAX}
 * @param pagesAhead most pages that are ready and not yet consumed, 1 to {@link #PAGES_AHEAD_MAX}
 */
public record Parallelism(Executor executor, int degree, int pagesAhead) {
  /** Most threads for one scan. */
  public static final int DEGREE_MAX = 256;

  /** Most pages that may be ready. */
  public static final int PAGES_AHEAD_MAX = 1024;

  public Parallelism {
    requireNonNull(executor, "executor is null");
    requireWithin("degree", degree, DEGREE_MAX);
    requireWithin("pagesAhead", pagesAhead, PAGES_AHEAD_MAX);
  }

  /** Returns a parallelism of {@code degree} threads, with two pages ahead for each. */
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
