package dev.colonnade.replication.store;

/** Replicated log as the store of a leader uses it. Thread-safe. */
public interface BatchLog {
  /**
   * Appends a batch, and returns when it is applied to this member's store, so that it is durable
   * on a majority.
   *
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE if it certainly is not and
   *     will not be in the log; LIMIT_EXCEEDED; OVERLOADED; COMMIT_UNKNOWN
   */
  void append(byte[] batch);
}
