package dev.colonnade.mvcc.commit;

/**
 * What must hold of a row's present version for its mutation, and so for the whole batch, to
 * happen.
 */
public sealed interface Condition {

  /** Nothing: a blind put or delete. */
  Condition ANY = Always.ALWAYS;

  /** The key has no value; otherwise UNIQUE_VIOLATION. */
  Condition ABSENT = Presence.ABSENT;

  /** The key has a value; otherwise ROW_NOT_FOUND. */
  Condition PRESENT = Presence.PRESENT;

  /**
   * The key has the value that was committed at {@code timestamp}, or, where that is {@link
   * VersionIs#NONE}, no value; otherwise SERIALIZATION_FAILURE.
   */
  static Condition versionIs(long timestamp) {
    return new VersionIs(timestamp);
  }

  /** Holds whatever there is. */
  enum Always implements Condition {
    ALWAYS
  }

  /** Asks whether there is a value. */
  enum Presence implements Condition {
    ABSENT,
    PRESENT
  }

  /**
   * Asks for one version, the one that the writer had read.
   *
   * @param timestamp when it was committed, or {@link #NONE}
   */
  record VersionIs(long timestamp) implements Condition {
    /** The writer had read that there is no value. */
    public static final long NONE = 0;

    public VersionIs {
      if (timestamp < NONE) {
        throw new IllegalArgumentException("timestamp negative timestamp=" + timestamp);
      }
    }
  }
}
