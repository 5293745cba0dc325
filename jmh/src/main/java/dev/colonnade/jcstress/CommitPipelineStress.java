package dev.colonnade.jcstress;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitDependencies;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Race of two writers in group commit: one may be the leader of both, or leadership ends while the
 * other enqueues. No commit remains in the queue, and the later timestamp is published.
 */
@JCStressTest
@Outcome(
    id = "1, 2, 2",
    expect = Expect.ACCEPTABLE,
    desc = "both committed, the first writer first")
@Outcome(
    id = "2, 1, 2",
    expect = Expect.ACCEPTABLE,
    desc = "both committed, the second writer first")
@State
public class CommitPipelineStress {
  private static final CommitOptions TINY =
      new CommitOptions(Durability.SYNC, BatchLimits.DEFAULT, new GroupLimits(1, 1, 1_000), 4, 1);

  private final HybridClock clock = new HybridClock(() -> 0);
  private final Store store = new NoOpStore();
  private final PublishedTimestamp published = PublishedTimestamp.recover(store, clock);
  private final CommitPipeline pipeline =
      new CommitPipeline(
          store,
          clock,
          published,
          CommitDependencies.local(
              store, GroupParticipant.NONE, CommitDependencies.Threads.of(Runnable::run), () -> 0),
          TINY);

  private CompletableFuture<CommitResult> first = new CompletableFuture<>();
  private CompletableFuture<CommitResult> second = new CompletableFuture<>();

  @Actor
  public void firstWriter() {
    first = commit((byte) 1);
  }

  @Actor
  public void secondWriter() {
    second = commit((byte) 2);
  }

  /**
   * Returns both commit timestamps, 0 for a commit that remained in the queue, and the published
   * one.
   */
  @Arbiter
  public void end(JJJ_Result result) {
    result.r1 = timestamp(first);
    result.r2 = timestamp(second);
    result.r3 = published.get();
  }

  private CompletableFuture<CommitResult> commit(byte key) {
    return pipeline.commitAsync(
        new Mutations()
            .put(Key.wrap(new byte[] {key}), new byte[VersionHeader.BYTES], Condition.ABSENT));
  }

  private static long timestamp(CompletableFuture<CommitResult> future) {
    return future.isDone() ? future.join().timestamp() : 0;
  }
}
