package dev.colonnade.mvcc.commit;

/**
 * Decides when a batch may enter the pipeline: the place where writers to a range that is too big
 * are slowed down or refused. Called on the writer's own thread, by many at the same time.
 */
@FunctionalInterface
public interface WriteAdmission {
  /** Lets everything in. */
  WriteAdmission OPEN = (mutations, mayWait) -> Ticket.FREE;

  /**
   * Returns when the batch may go on; throws if it may not.
   *
   * @param mayWait whether this may wait for others; not if the caller is the one who writes for
   *     everybody at this moment
   */
  Ticket enter(Mutations mutations, boolean mayWait);

  /** What a batch that was let in carries along. */
  interface Ticket {
    /** Of who has nothing to check. */
    Ticket FREE =
        new Ticket() {
          @Override
          public void check() {}

          @Override
          public void leave() {}
        };

    /**
     * Called by the leader before the batch joins a group: throws if it may not after all. Must be
     * quick.
     */
    void check();

    /** Called exactly once, when the batch is done or has failed. */
    void leave();
  }
}
