package dev.colonnade.mvcc.gc;

/**
 * Result of a garbage collection pass.
 *
 * @param horizon collection point: versions superseded at or before it were collected
 * @param versionsWalked history entries that were examined
 * @param versionsRemoved history entries that were removed
 * @param tombstonesRemoved tombstones that were removed together with the last entry that needed
 *     them
 * @param bytesRemoved bytes of keys and values of all removed entries and tombstones
 */
public record GarbageCollectionResult(
    long horizon,
    long versionsWalked,
    long versionsRemoved,
    long tombstonesRemoved,
    long bytesRemoved) {

  static GarbageCollectionResult none(long horizon) {
    return new GarbageCollectionResult(horizon, 0, 0, 0, 0);
  }

  GarbageCollectionResult plus(GarbageCollectionResult step) {
    return new GarbageCollectionResult(
        step.horizon,
        versionsWalked + step.versionsWalked,
        versionsRemoved + step.versionsRemoved,
        tombstonesRemoved + step.tombstonesRemoved,
        bytesRemoved + step.bytesRemoved);
  }
}
