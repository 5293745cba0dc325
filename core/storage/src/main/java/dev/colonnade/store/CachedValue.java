package dev.colonnade.store;

/** What {@link StoreReader#tryGet} found without touching the disk. */
public sealed interface CachedValue {

  /** The key has this value; the array is the caller's. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Found(byte[] value) implements CachedValue {}

  /** The key certainly has no value. */
  enum Absent implements CachedValue {
    ABSENT
  }

  /** The disk would have to be asked. */
  enum NotCached implements CachedValue {
    NOT_CACHED
  }
}
