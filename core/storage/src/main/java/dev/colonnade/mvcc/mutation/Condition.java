package dev.colonnade.mvcc.mutation;

/**
 * Condition on the current version of a row's key that a mutation, and so its whole batch, depends
 * on.
 */
public sealed interface Condition {

  /** No condition: a blind put or delete. */
  Condition ANY = Always.ALWAYS;

  /** The key has no value; otherwise UNIQUE_VIOLATION. */
  Condition ABSENT = Presence.ABSENT;

  /** The key has a value; otherwise ROW_NOT_FOUND. */
  Condition PRESENT = Presence.PRESENT;

  /**
   * Returns the condition that the current value was committed at {@code timestamp}, or that there
   * is no value if it is {@link VersionIs#NONE}; otherwise SERIALIZATION_FAILURE.
   */
  static Condition versionIs(long timestamp) {
    return new VersionIs(timestamp);
  }

  /** Condition that always holds. */
  enum Always implements Condition {
    ALWAYS
  }

  /** Condition on the existence of a value. */
  enum Presence implements Condition {
    ABSENT,
    PRESENT
  }

  /**
   * Condition that the current version is the one that the writer has read.
   *
   * @param timestamp commit timestamp of that version, or {@link #NONE}
   */
  record VersionIs(long timestamp) implements Condition {
    /** Timestamp for a writer that has read that there is no value. */
    public static final long NONE = 0;

    public VersionIs {
      if (timestamp < NONE) {
        throw new IllegalArgumentException("timestamp negative timestamp=" + timestamp);
      }
    }
  }
}
