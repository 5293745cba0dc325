package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import org.jspecify.annotations.Nullable;

/** Existence checks of keys that are about to be written. */
final class ExistenceCheck {
  private ExistenceCheck() {}

  /**
   * Returns whether a key exists.
   *
   * @param present current value in the store
   * @throws ColonnadeException SERIALIZATION_FAILURE if it was inserted after the snapshot of a
   *     serializable transaction
   */
  static boolean exists(
      Key key, byte @Nullable [] present, long readTimestamp, IsolationLevel isolation) {
    if (present == null || VersionHeader.isTombstone(present)) {
      return false;
    }
    if (VersionHeader.timestamp(present) > readTimestamp
        && isolation == IsolationLevel.SERIALIZABLE) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "could not serialize access: the key was inserted by another transaction key=" + key);
    }
    return true;
  }

  /** Returns the version for a stored value; null if the key does not exist. */
  static @Nullable Version version(byte @Nullable [] present) {
    return present == null || VersionHeader.isTombstone(present)
        ? null
        : new Version(VersionHeader.timestamp(present), present);
  }

  static ColonnadeException duplicate(Key key) {
    return new ColonnadeException(
        ErrorCode.UNIQUE_VIOLATION, "a row with this key exists already key=" + key);
  }
}
