package dev.colonnade.split.queue;

import org.jspecify.annotations.Nullable;

/**
 * Work of a queue: computes the urgency of a key and executes the work on it. Called by many
 * threads, but {@link #run} is never called concurrently for one key.
 *
 * @param <K> type of the keys
 */
public interface Work<K> {
  /**
   * Returns the current urgency of the work on {@code key}, or null if no work is necessary. Must
   * be cheap.
   */
  @Nullable Urgency urgency(K key);

  /**
   * Executes the work that {@code key} needs now. Returns whether any was necessary.
   *
   * @throws dev.colonnade.error.ColonnadeException if the work failed; the queue retries it later
   */
  boolean run(K key);
}
