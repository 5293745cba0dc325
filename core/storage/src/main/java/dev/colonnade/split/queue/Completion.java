package dev.colonnade.split.queue;

/**
 * Listener that is notified of the outcome of a work request, exactly once in all cases. Called
 * without locks, by the thread that executed the work or by a thread that calls the queue; must be
 * quick.
 */
@FunctionalInterface
public interface Completion {
  /** Handles the outcome. */
  void completed(Outcome outcome);
}
