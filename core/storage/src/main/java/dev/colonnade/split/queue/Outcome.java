package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;

/** What became of a request for work. */
public sealed interface Outcome {
  /** The work was done. */
  record Done() implements Outcome {}

  /** By the time of the decision there was nothing to be done. */
  record NotNeeded() implements Outcome {}

  /** The work failed; the queue tries again later, without telling this request. */
  record Failed(ColonnadeException cause) implements Outcome {
    public Failed {
      requireNonNull(cause, "cause is null");
    }
  }

  /** The queue was full, and this was the least urgent in it. */
  record Dropped(ColonnadeException cause) implements Outcome {
    public Dropped {
      requireNonNull(cause, "cause is null");
    }
  }

  /** The queue was closed before the work was begun. */
  record Drained(ColonnadeException cause) implements Outcome {
    public Drained {
      requireNonNull(cause, "cause is null");
    }
  }
}
