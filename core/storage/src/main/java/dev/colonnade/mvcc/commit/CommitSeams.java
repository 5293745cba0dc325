package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;

/**
 * What a commit pipeline is plugged into.
 *
 * @param proposer makes a group of commits durable
 * @param participant takes part in every group
 * @param admission lets writers in
 * @param threads do what callers do not do themselves
 * @param ticker measures how long writing takes
 */
public record CommitSeams(
    Proposer proposer,
    GroupParticipant participant,
    WriteAdmission admission,
    Threads threads,
    NanoTicker ticker) {
  public CommitSeams {
    requireNonNull(proposer, "proposer is null");
    requireNonNull(participant, "participant is null");
    requireNonNull(admission, "admission is null");
    requireNonNull(threads, "threads is null");
    requireNonNull(ticker, "ticker is null");
  }

  /** Writes to one store, and lets everything in. */
  public static CommitSeams local(
      Store store, GroupParticipant participant, Threads threads, NanoTicker ticker) {
    return new CommitSeams(
        new LocalProposer(store), participant, WriteAdmission.OPEN, threads, ticker);
  }

  /** The same with another proposer. */
  public CommitSeams withProposer(Proposer other) {
    return new CommitSeams(other, participant, admission, threads, ticker);
  }

  /** The same with another admission. */
  public CommitSeams withAdmission(WriteAdmission other) {
    return new CommitSeams(proposer, participant, other, threads, ticker);
  }

  /** The same with other threads. */
  public CommitSeams withThreads(Threads other) {
    return new CommitSeams(proposer, participant, admission, other, ticker);
  }

  /** The same with another ticker. */
  public CommitSeams withTicker(NanoTicker other) {
    return new CommitSeams(proposer, participant, admission, threads, other);
  }

  /**
   * The threads of a pipeline. They are kept apart because callbacks are strangers' code, which may
   * wait for a write: the leader that writes it must not wait for them.
   *
   * @param completions completes the futures of {@link CommitPipeline#commitAsync}
   * @param leaders leads when a caller has led for long enough; runs nothing else
   */
  public record Threads(Executor completions, Executor leaders) {
    public Threads {
      requireNonNull(completions, "completions is null");
      requireNonNull(leaders, "leaders is null");
    }

    /** One executor for both; what it runs must not block. */
    public static Threads of(Executor executor) {
      return new Threads(executor, executor);
    }
  }
}
