package dev.colonnade.replication.store;

import dev.colonnade.error.ColonnadeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Replicated log as the store of a leader uses it. Thread-safe. */
public interface BatchLog {
  /**
   * Appends a batch. The future is complete when it is applied to this member's store, so that it
   * is durable on a majority. Batches are applied in the order of the calls; if one is not applied,
   * no later one is.
   *
   * <p>The call or the future fails with SERIALIZATION_FAILURE if the batch certainly is not and
   * will not be in the log, with LIMIT_EXCEEDED or OVERLOADED, or with COMMIT_UNKNOWN.
   */
  CompletableFuture<Void> appendAsync(byte[] batch);

  /** Variant of {@link #appendAsync} that returns when the batch is applied, or throws. */
  default void append(byte[] batch) {
    try {
      // Not interruptible: a group of other statements depends on the outcome.
      appendAsync(batch).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ColonnadeException known ? known : e;
    }
  }
}
