package dev.colonnade.mvcc.commit;

/**
 * Decides when a batch may enter the pipeline: the place where writers to a range that is too big
 * are slowed down or refused. Called on the writer's own thread, by many at the same time.
 */
public interface WriteAdmission {
  /** Lets everything in. */
  WriteAdmission OPEN =
      new WriteAdmission() {
        @Override
        public void enter(Mutations mutations) {}

        @Override
        public void leave(Mutations mutations) {}
      };

  /** Returns when the batch may go on; throws if it may not. May wait. */
  void enter(Mutations mutations);

  /**
   * Follows exactly once on every {@link #enter} that returned, when the batch is done or has
   * failed.
   */
  void leave(Mutations mutations);
}
