package dev.colonnade.mvcc.commit;

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
public record CollectionResult(
    long horizon,
    long versionsWalked,
    long versionsRemoved,
    long tombstonesRemoved,
    long bytesRemoved) {

  static CollectionResult none(long horizon) {
    return new CollectionResult(horizon, 0, 0, 0, 0);
  }

  CollectionResult plus(CollectionResult step) {
    return new CollectionResult(
        step.horizon,
        versionsWalked + step.versionsWalked,
        versionsRemoved + step.versionsRemoved,
        tombstonesRemoved + step.tombstonesRemoved,
        bytesRemoved + step.bytesRemoved);
  }
}
