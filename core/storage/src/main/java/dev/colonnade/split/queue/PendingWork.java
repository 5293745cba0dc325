package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What a queue holds for a key at one moment.
 *
 * @param state where the work stands
 * @param priority its urgency when it was last asked for, without what waiting added
 * @param waitedNanos since it came into the queue, or since it failed
 * @param attempts how often it has failed in a row
 * @param willRepeat whether it was asked for again while it runs
 * @param failure why it failed last; null if it did not
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

  /** The life of an entry: QUEUED, then RUNNING, then gone or in PURGATORY, and QUEUED again. */
  public enum State {
    /** Waits for its turn. */
    QUEUED,
    /** Is being done. */
    RUNNING,
    /** Has failed and will be tried again. */
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
