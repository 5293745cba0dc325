package dev.colonnade.mvcc.commit;

/**
 * How much a garbage collector does in one step.
 *
 * @param walkedPerStepMax most entries that are looked at
 * @param removedPerStepMax most entries that are removed; writers wait while these are written
 */
public record CollectorOptions(int walkedPerStepMax, int removedPerStepMax) {
  public static final CollectorOptions DEFAULT = new CollectorOptions(20_000, 1_000);

  public CollectorOptions {
    if (walkedPerStepMax < 1 || removedPerStepMax < 1) {
      throw new IllegalArgumentException(
          "steps of nothing walkedPerStepMax=%d removedPerStepMax=%d"
              .formatted(walkedPerStepMax, removedPerStepMax));
    }
  }
}
