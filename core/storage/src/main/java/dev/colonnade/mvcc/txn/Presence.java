package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import org.jspecify.annotations.Nullable;

/** What keys hold that are to be written. */
final class Presence {
  private Presence() {}

  /**
   * Whether a key is taken.
   *
   * @param present what the store holds for it
   * @throws ColonnadeException SERIALIZATION_FAILURE if it was taken after what a serializable
   *     transaction sees
   */
  static boolean isTaken(
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

  /** What a key holds; null if nothing. */
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
