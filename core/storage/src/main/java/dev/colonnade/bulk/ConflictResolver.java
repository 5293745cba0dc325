package dev.colonnade.bulk;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;

/** Knowledge about the pairs that are ingested, which belong to rows. */
public interface ConflictResolver {
  /** Returns whether the pairs are rows of several families, which have several pairs each. */
  default boolean hasFamilies() {
    return false;
  }

  /**
   * Called by the leader before the pairs are ingested. Throws if they must not be, because their
   * object has been dropped.
   */
  void requireLive();

  /** Returns the failure for two pairs with the same key. */
  ColonnadeException duplicate(Key key, byte[] one, byte[] other);

  /** Returns whether several rows may claim the same key, of which only one may have it. */
  boolean isUnique();

  /**
   * Returns whether the row of a value has the key now. Called by the leader.
   *
   * @param value value of the key, now or earlier
   */
  boolean isCurrent(Key key, byte[] value);

  /** Returns whether two values of a key belong to the same row. */
  boolean isSameRow(Key key, byte[] one, byte[] other);
}
