package dev.colonnade.split.queue;

/**
 * How much a piece of work presses and what it takes.
 *
 * @param priority greater is more urgent; 0 to {@link #PRIORITY_MAX}, so that waiting makes up for
 *     any difference in bounded time
 * @param costBytes bytes that the work will read, which count against the budget
 */
public record Urgency(double priority, long costBytes) {
  /** The greatest priority. */
  public static final double PRIORITY_MAX = 16;

  public Urgency {
    if (!(priority >= 0 && priority <= PRIORITY_MAX) || costBytes < 0) {
      throw new IllegalArgumentException(
          "not an urgency priority=%s costBytes=%d".formatted(priority, costBytes));
    }
  }
}
