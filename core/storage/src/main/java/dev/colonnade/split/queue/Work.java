package dev.colonnade.split.queue;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether something is to be done about a key, and does it. Called by many threads, but
 * never twice at the same time to {@linkplain #run} for one key.
 *
 * @param <K> what the work is about
 */
public interface Work<K> {
  /** How urgent the work on {@code key} is at this moment; null if there is none. Cheap. */
  @Nullable Urgency urgency(K key);

  /**
   * Does what is to be done about {@code key} by now. Returns whether there was anything.
   *
   * @throws dev.colonnade.error.ColonnadeException if it could not be done; it is tried again later
   */
  boolean run(K key);
}
