package dev.colonnade.advisory;

/** Mode of an advisory lock. */
public enum AdvisoryLockMode {
  /** Compatible with other shared locks of the same key. */
  SHARED,
  /** Conflicts with all other locks of the same key. */
  EXCLUSIVE;

  boolean isCompatibleWith(AdvisoryLockMode other) {
    return this == SHARED && other == SHARED;
  }
}
