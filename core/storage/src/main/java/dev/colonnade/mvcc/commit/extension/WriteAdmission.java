package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.mvcc.mutation.Mutations;

/**
 * Admission control of batches: applies backpressure to writers of a range that is too large, by
 * delay or refusal. Called concurrently on the writers' own threads.
 */
@FunctionalInterface
public interface WriteAdmission {
  /** Admission control that admits every batch. */
  WriteAdmission OPEN = (mutations, mayWait) -> Ticket.FREE;

  /**
   * Returns when the batch is admitted; throws if it is refused.
   *
   * @param mayWait whether this call may block; false if the calling thread is currently the leader
   *     of the commit pipeline
   */
  Ticket enter(Mutations mutations, boolean mayWait);

  /**
   * Returns when a commit of several chunks is admitted, before its chunks are; throws if it is
   * refused.
   */
  default void enterLarge() {}

  /** Admission ticket of an admitted batch. */
  interface Ticket {
    /** Ticket without checks. */
    Ticket FREE =
        new Ticket() {
          @Override
          public void check() {}

          @Override
          public void leave() {}
        };

    /**
     * Throws if the batch is refused after all. Called by the leader before the batch joins a
     * group. Must be fast.
     */
    void check();

    /** Releases the ticket. Called exactly once, when the batch has committed or failed. */
    void leave();
  }
}
