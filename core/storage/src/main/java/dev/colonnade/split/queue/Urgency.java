package dev.colonnade.split.queue;

/**
 * Priority and cost of work.
 *
 * @param priority 0 to {@link #PRIORITY_MAX}, greater is more urgent; the range is bounded so that
 *     aging compensates any difference in bounded time
 * @param costBytes bytes that the work will read, which count against the byte budget
 */
public record Urgency(double priority, long costBytes) {
  /** Maximum priority. */
  public static final double PRIORITY_MAX = 16;

  public Urgency {
    if (!(priority >= 0 && priority <= PRIORITY_MAX) || costBytes < 0) {
      throw new IllegalArgumentException(
          "invalid urgency priority=%s costBytes=%d".formatted(priority, costBytes));
    }
  }
}
