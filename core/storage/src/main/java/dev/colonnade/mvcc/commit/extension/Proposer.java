package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import java.util.concurrent.CompletionStage;

/**
 * Proposer of batches: makes a batch durable in the write-ahead log and applies it. The interface
 * permits a replicated log in place of a single store.
 */
public interface Proposer {
  /**
   * Proposes a batch. The stage completes when the batch has the requested durability and is
   * applied to the store that evaluation reads. The batch is not used after the call. Proposals are
   * applied in the order of the calls; if one fails, all later ones do.
   *
   * <p>The stage fails with COMMIT_UNKNOWN if the batch may be found in the store, immediately or
   * after a restart, and with any other {@code ColonnadeException} if it certainly will not.
   */
  CompletionStage<Void> propose(Batch batch, Durability durability);

  /**
   * Makes all batches durable that were proposed as {@link Durability#RELAXED}. The stage fails
   * only with COMMIT_UNKNOWN: the batches are applied, and may be lost after a restart.
   */
  CompletionStage<Void> sync();
}
