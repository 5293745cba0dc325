package dev.colonnade.store;

/** Result of {@link StoreReader#tryGet}, a read from memory only. */
public sealed interface CachedValue {

  /** The key has this value; the caller owns the array. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Found(byte[] value) implements CachedValue {}

  /** The key has no value. */
  enum Absent implements CachedValue {
    ABSENT
  }

  /** The result is not in memory; a read from disk is required. */
  enum NotCached implements CachedValue {
    NOT_CACHED
  }
}
