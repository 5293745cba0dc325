package dev.colonnade.mvcc.commit;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import java.util.concurrent.CompletionStage;

/**
 * Makes a batch durable and applies it: the seam behind which a replicated log can take the place
 * of a single store.
 */
public interface Proposer {
  /**
   * The stage completes when the batch is as durable as asked for, and applied to the store that
   * evaluation reads. There is one proposal at a time; the batch is not touched until the stage is
   * complete.
   *
   * <p>It fails with COMMIT_UNKNOWN if the batch may yet be found in the store, at once or after a
   * restart, and with any other {@code ColonnadeException} if it certainly will not.
   */
  CompletionStage<Void> propose(Batch batch, Durability durability);

  /**
   * Makes durable what was proposed as {@link Durability#RELAXED}. It fails with COMMIT_UNKNOWN, if
   * at all: what was proposed is applied, and may be gone after a restart.
   */
  CompletionStage<Void> sync();
}
