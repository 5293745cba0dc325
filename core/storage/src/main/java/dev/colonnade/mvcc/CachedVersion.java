package dev.colonnade.mvcc;

/** Result of a read that does not access the disk. */
public sealed interface CachedVersion {

  /** The key has a visible version. */
  record Found(Version version) implements CachedVersion {}

  /** The key has no visible version. */
  enum Absent implements CachedVersion {
    ABSENT
  }

  /** The read needs the disk or {@code HISTORY}. */
  enum NotCached implements CachedVersion {
    NOT_CACHED
  }
}
