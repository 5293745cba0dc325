package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;

/** Outcome of a work request. */
public sealed interface Outcome {
  /** The work was done. */
  record Done() implements Outcome {}

  /** No work was necessary at the time of the decision. */
  record NotNeeded() implements Outcome {}

  /** The work failed. The queue retries it later, without another notification of this request. */
  record Failed(ColonnadeException cause) implements Outcome {
    public Failed {
      requireNonNull(cause, "cause is null");
    }
  }

  /** The entry was dropped from the full queue as the least urgent one (load shedding). */
  record Dropped(ColonnadeException cause) implements Outcome {
    public Dropped {
      requireNonNull(cause, "cause is null");
    }
  }

  /** The queue was closed before the work started. */
  record Drained(ColonnadeException cause) implements Outcome {
    public Drained {
      requireNonNull(cause, "cause is null");
    }
  }
}
