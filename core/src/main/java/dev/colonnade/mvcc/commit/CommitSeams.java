package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.Store;
import java.util.concurrent.Executor;

/**
 * What a commit pipeline is plugged into.
 *
 * @param proposer makes a group of commits durable
 * @param participant takes part in every group
 * @param admission lets writers in
 * @param executor completes the futures of {@link CommitPipeline#commitAsync}, so that what callers
 *     hang on them cannot hold up the leader, and leads when a caller has led for long enough
 */
public record CommitSeams(
    Proposer proposer, GroupParticipant participant, WriteAdmission admission, Executor executor) {
  public CommitSeams {
    requireNonNull(proposer, "proposer is null");
    requireNonNull(participant, "participant is null");
    requireNonNull(admission, "admission is null");
    requireNonNull(executor, "executor is null");
  }

  /** Writes to one store, and lets everything in. */
  public static CommitSeams local(Store store, GroupParticipant participant, Executor executor) {
    return new CommitSeams(new LocalProposer(store), participant, WriteAdmission.OPEN, executor);
  }
}
