package dev.colonnade.mvcc.mutation;

import dev.colonnade.mvcc.VersionHeader;
import org.jspecify.annotations.Nullable;

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
    return new VersionIs(timestamp, null);
  }

  /** Variant of {@link #versionIs(long)} that keeps the version that was read. */
  static Condition versionIs(Read read) {
    return new VersionIs(VersionHeader.timestamp(read.stored()), read);
  }

  /**
   * Returns the condition that the key has a value that was committed at {@code timestamp} or
   * earlier; otherwise SERIALIZATION_FAILURE.
   */
  static Condition versionAtMost(long timestamp) {
    return new VersionAtMost(timestamp);
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
   * @param read that version, from which the commit evaluates the mutation unless the key may have
   *     changed since; null if the commit reads it
   */
  record VersionIs(long timestamp, @Nullable Read read) implements Condition {
    /** Timestamp for a writer that has read that there is no value. */
    public static final long NONE = 0;

    public VersionIs {
      if (timestamp < NONE) {
        throw new IllegalArgumentException("timestamp negative timestamp=" + timestamp);
      }
    }
  }

  /**
   * Version of a key that a writer has read.
   *
   * @param stored value with its header; not a tombstone
   * @param readAt timestamp up to which everything was applied before the read
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Read(byte[] stored, long readAt) {
    /** Returns a timestamp: the key has not changed until then since the version was written. */
    public long validUntil() {
      return Math.max(readAt, VersionHeader.timestamp(stored));
    }
  }

  /** Returns the version that the writer has read; null if it is not kept. */
  static @Nullable Read readOf(Condition condition) {
    return condition instanceof VersionIs version ? version.read() : null;
  }

  /**
   * Condition that the current version is the one that a writer at a timestamp would read.
   *
   * @param timestamp read timestamp of the writer
   */
  record VersionAtMost(long timestamp) implements Condition {}
}
