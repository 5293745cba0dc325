package dev.colonnade.mvcc;

/** What a read found without touching the disk. */
public sealed interface CachedVersion {

  /** The key held this. */
  record Found(Version version) implements CachedVersion {}

  /** The key held nothing. */
  enum Absent implements CachedVersion {
    ABSENT
  }

  /** The disk would have to be asked, or the history. */
  enum NotCached implements CachedVersion {
    NOT_CACHED
  }
}
