package dev.colonnade.mvcc.gc;

/**
 * Options of the garbage collector: the size of one step.
 *
 * @param walkedPerStepMax maximum number of entries examined in a step
 * @param removedPerStepMax maximum number of entries removed in a step; writers wait while their
 *     removal is written
 */
public record GarbageCollectorOptions(int walkedPerStepMax, int removedPerStepMax) {
  public static final GarbageCollectorOptions DEFAULT = new GarbageCollectorOptions(20_000, 1_000);

  public GarbageCollectorOptions {
    if (walkedPerStepMax < 1 || removedPerStepMax < 1) {
      throw new IllegalArgumentException(
          "step limits not positive walkedPerStepMax=%d removedPerStepMax=%d"
              .formatted(walkedPerStepMax, removedPerStepMax));
    }
  }
}
