package dev.colonnade.mvcc.commit;

/**
 * What a pass of garbage collection did.
 *
 * @param horizon versions superseded at or before this were collected
 * @param versionsWalked entries of the history that were looked at
 * @param versionsRemoved entries that were removed
 * @param tombstonesRemoved tombstones that went with the last entry that needed them
 * @param bytesRemoved bytes of keys and values of all of these
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
