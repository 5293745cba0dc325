package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the queue entry of a key.
 *
 * @param state state of the work
 * @param priority priority at the last request, without aging
 * @param waitedNanos time since the entry was queued, or since it failed
 * @param attempts number of consecutive failures
 * @param willRepeat whether the work was requested again while it runs
 * @param failure reason of the last failure; null if the work did not fail
 */
public record PendingWork(
    State state,
    double priority,
    long waitedNanos,
    int attempts,
    boolean willRepeat,
    @Nullable String failure) {
  public PendingWork {
    requireNonNull(state, "state is null");
  }

  /**
   * Life cycle of an entry: QUEUED, then RUNNING, then removed or in PURGATORY, and QUEUED again.
   */
  public enum State {
    /** The work waits in the priority queue. */
    QUEUED,
    /** The work is being executed. */
    RUNNING,
    /** The work has failed and will be retried. */
    PURGATORY;

    boolean maySucceed(State before) {
      return switch (this) {
        case QUEUED -> before == PURGATORY;
        case RUNNING -> before == QUEUED;
        case PURGATORY -> before == RUNNING;
      };
    }
  }
}
