package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.LocalProposer;
import dev.colonnade.mvcc.commit.extension.Proposer;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;

/**
 * Dependencies of a commit pipeline.
 *
 * @param proposer makes a group of commits durable
 * @param participant participates in every group
 * @param admission admission control of batches
 * @param threads executors for completions and leadership
 * @param ticker clock for measuring write durations
 */
public record CommitDependencies(
    Proposer proposer,
    GroupParticipant participant,
    WriteAdmission admission,
    Threads threads,
    NanoTicker ticker) {
  public CommitDependencies {
    requireNonNull(proposer, "proposer is null");
    requireNonNull(participant, "participant is null");
    requireNonNull(admission, "admission is null");
    requireNonNull(threads, "threads is null");
    requireNonNull(ticker, "ticker is null");
  }

  /** Returns dependencies that write to one local store without admission control. */
  public static CommitDependencies local(
      Store store, GroupParticipant participant, Threads threads, NanoTicker ticker) {
    return new CommitDependencies(
        new LocalProposer(store), participant, WriteAdmission.OPEN, threads, ticker);
  }

  /** Returns a copy with another proposer. */
  public CommitDependencies withProposer(Proposer other) {
    return new CommitDependencies(other, participant, admission, threads, ticker);
  }

  /** Returns a copy with another admission control. */
  public CommitDependencies withAdmission(WriteAdmission other) {
    return new CommitDependencies(proposer, participant, other, threads, ticker);
  }

  /** Returns a copy with other executors. */
  public CommitDependencies withThreads(Threads other) {
    return new CommitDependencies(proposer, participant, admission, other, ticker);
  }

  /** Returns a copy with another ticker. */
  public CommitDependencies withTicker(NanoTicker other) {
    return new CommitDependencies(proposer, participant, admission, threads, other);
  }

  /**
   * Executors of a commit pipeline. They are separate because callbacks of callers may wait for a
   * write: the leader that writes it must not wait for them.
   *
   * @param completions completes the futures of {@code CommitPipeline.commitAsync}
   * @param leaders runs leaders after a calling thread has handed leadership over; runs nothing
   *     else
   */
  public record Threads(Executor completions, Executor leaders) {
    public Threads {
      requireNonNull(completions, "completions is null");
      requireNonNull(leaders, "leaders is null");
    }

    /** Returns one executor for both purposes; its tasks must not block. */
    public static Threads of(Executor executor) {
      return new Threads(executor, executor);
    }
  }
}
