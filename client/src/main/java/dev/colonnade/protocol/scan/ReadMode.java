package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

/**
 * Snapshot timestamp and row locking of a read.
 *
 * @param readTimestamp 0 for the newest state
 */
public record ReadMode(long readTimestamp, WireLockStrength lockStrength, WaitPolicy waitPolicy) {
  public static final long LATEST_TIMESTAMP = 0;

  /** The newest state, without locks. */
  public static final ReadMode LATEST =
      new ReadMode(LATEST_TIMESTAMP, WireLockStrength.NONE, WaitPolicy.BLOCK);

  public ReadMode {
    requireNonNull(lockStrength, "lockStrength is null");
    requireNonNull(waitPolicy, "waitPolicy is null");
    if (readTimestamp < 0) {
      throw new IllegalArgumentException("readTimestamp=" + readTimestamp + " is below 0");
    }
  }

  /** Returns the mode that reads the snapshot of a timestamp, without locks. */
  public static ReadMode at(long readTimestamp) {
    return new ReadMode(readTimestamp, WireLockStrength.NONE, WaitPolicy.BLOCK);
  }
}
