package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import dev.colonnade.store.TableFileWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Group commit by the leader: writes groups, publishes them, and completes their requests. Confined
 * to the leader thread, except for {@link #statistics}.
 */
final class GroupCommitter implements LeaderSteps.Writer {
  private final Store store;
  private final PublishedTimestamp published;
  private final CommitDependencies dependencies;
  private final CommitOptions options;
  private final CommitGroup group;

  /** Settled requests that are not completed yet. */
  private final List<PipelineRequest<?>> settled = new ArrayList<>();

  private final CommitUndo undo;

  private boolean broken;

  /** True while a failed commit has left versions in the store. */
  private boolean mustUndo;

  private long rejected;
  private long writeNanos;
  private volatile CommitStatistics statistics = CommitStatistics.ZERO;

  GroupCommitter(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      CommitDependencies dependencies,
      CommitOptions options) {
    this.store = store;
    this.published = published;
    this.dependencies = dependencies;
    this.options = options;
    group = new CommitGroup(store, clock, published, dependencies.participant(), options);
    undo = new CommitUndo(store, clock);
  }

  /** Returns the statistics so far. Safe for use by any thread. */
  CommitStatistics statistics() {
    return statistics;
  }

  /** Returns whether the outcome of a write is unknown, so that nothing may be written any more. */
  @Override
  public boolean isBroken() {
    return broken;
  }

  public void close() {
    group.batch().close();
  }

  /**
   * Adds a batch to the group, or settles it if it cannot commit. Returns false, without a change,
   * if it has to wait until the group is written.
   */
  boolean admit(PipelineRequest.OfCommit pending) {
    try {
      return group.admit(pending);
    } catch (RuntimeException e) {
      rejected++;
      refuse(pending, CommitFailures.known(e));
      return true;
    }
  }

  /** Writes and publishes the group, and completes its requests. */
  public void commit() {
    ColonnadeException failure = group.isVisibleEarly() ? writeEarly() : write(null);
    for (CommitGroup.Member member : group.members()) {
      if (failure == null) {
        member.pending().succeed(member.result());
      } else {
        member.pending().fail(failure);
      }
      settled.add(member.pending());
    }
    endGroup(failure == null);
    completeAll();
  }

  /** Runs a command as a group of its own. */
  public <T> void run(PipelineRequest.OfCommand<T> pending) {
    run(pending, () -> step(pending::run));
  }

  /** Runs a sequence of writes, each as a group of its own. */
  public <T> void run(PipelineRequest.OfSteps<T> pending) {
    run(pending, () -> pending.run(this));
  }

  private <T> void run(PipelineRequest<T> pending, Supplier<T> work) {
    try {
      pending.succeed(work.get());
    } catch (RuntimeException | Error e) {
      pending.fail(CommitFailures.known(e));
    }
    settled.add(pending);
    completeAll();
  }

  @Override
  public <T> T step(Function<CommandContext, T> command) {
    CommandContext context =
        new CommandContext(
            group, dependencies.participant(), published.get(), options.durability());
    boolean succeeded = false;
    try {
      T result = requireNonNull(command.apply(context), "command result is null");
      group.raiseDurability(context.durability());
      ColonnadeException failure = write(context);
      if (failure != null) {
        throw failure;
      }
      succeeded = true;
      return result;
    } catch (RuntimeException | Error e) {
      dependencies.participant().discarded();
      context.runDiscarded(e);
      throw e;
    } finally {
      endGroup(succeeded);
    }
  }

  @Override
  public void ingest(TableFileWriter file) {
    boolean isKnown = false;
    try {
      store.ingest(List.of(file));
      isKnown = true;
    } catch (ColonnadeException e) {
      isKnown = e.code() != ErrorCode.COMMIT_UNKNOWN && e.code() != ErrorCode.STORE_IO;
      throw e;
    } finally {
      broken |= !isKnown;
    }
  }

  @Override
  public void undo() {
    mustUndo = true;
    undoPending();
  }

  /** Undoes a failed commit that is still in the store. Returns the failure, or null. */
  @Nullable ColonnadeException undoPending() {
    if (!mustUndo) {
      return null;
    }
    try {
      undo.run(this);
      mustUndo = false;
      return null;
    } catch (RuntimeException | Error e) {
      return CommitFailures.known(e);
    }
  }

  /**
   * Fails all members after a defect of the leader itself: the outcome is unknown, and no caller
   * may be left waiting.
   */
  void abandon(Throwable defect) {
    broken = true;
    for (CommitGroup.Member member : group.members()) {
      if (!member.pending().isSettled()) {
        refuse(member.pending(), CommitFailures.unknown(defect));
      }
    }
    group.clear();
    completeAll();
  }

  /** Settles {@code pending}, which is in no group; {@link #completeAll} completes it. */
  void refuse(PipelineRequest<?> pending, ColonnadeException reason) {
    pending.fail(reason);
    settled.add(pending);
  }

  /**
   * Completes all settled requests: those with a waiting caller directly, the asynchronous ones on
   * the completion executor.
   */
  void completeAll() {
    List<PipelineRequest<?>> async = new ArrayList<>();
    for (PipelineRequest<?> pending : settled) {
      if (pending.isAsync()) {
        async.add(pending);
      } else {
        pending.complete();
      }
    }
    settled.clear();
    if (!async.isEmpty()) {
      completeAsync(async);
    }
  }

  /** Writes and publishes the group. Returns the failure, or null. */
  private @Nullable ColonnadeException write(@Nullable CommandContext command) {
    boolean isHandedOver = false;
    try {
      prepare();
      isHandedOver = true;
      proposeTimed(group.durability());
      apply(command);
      publish();
      runVisible();
      return null;
    } catch (RefusedException e) {
      dependencies.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      dependencies.participant().discarded();
      broken = isHandedOver;
      return isHandedOver ? CommitFailures.unknown(e) : CommitFailures.known(e);
    }
  }

  /**
   * Applies the group, makes it visible at the newest timestamp, which permits early lock release,
   * and then makes it durable and publishes it. Returns the failure, or null.
   */
  private @Nullable ColonnadeException writeEarly() {
    boolean isHandedOver = false;
    boolean isApplied = false;
    try {
      prepare();
      isHandedOver = true;
      proposeTimed(Durability.RELAXED);
      apply(null);
      isApplied = true;
      published.advance(group.lastTimestamp());
      runVisible();
      Failpoint.COMMIT_BEFORE_SYNC.pass();
      syncTimed();
      publish();
      return null;
    } catch (RefusedException e) {
      dependencies.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      if (!isApplied) {
        dependencies.participant().discarded();
      }
      published.retreat();
      broken = isHandedOver;
      return isHandedOver ? CommitFailures.unknown(e) : CommitFailures.known(e);
    }
  }

  private void runVisible() {
    for (CommitGroup.Member member : group.members()) {
      member.pending().evaluation().source().runVisible();
    }
  }

  private void prepare() {
    ColonnadeException defect = group.defect();
    if (defect != null) {
      throw defect;
    }
    Batch batch = group.batch();
    if (!batch.isEmpty()) {
      dependencies.participant().beforeWrite(batch);
      if (group.hasTimestamp()) {
        TimestampRecords.put(batch, TimestampRecords.PUBLISHED, group.lastTimestamp());
      }
      Failpoint.COMMIT_BEFORE_WRITE.pass();
    }
  }

  private void proposeTimed(Durability durability) throws RefusedException {
    long start = dependencies.ticker().nanos();
    try {
      propose(durability);
    } finally {
      writeNanos += dependencies.ticker().nanos() - start;
    }
  }

  private void syncTimed() {
    long start = dependencies.ticker().nanos();
    try {
      dependencies.proposer().sync().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw CommitFailures.unknown(e.getCause() == null ? e : e.getCause());
    } finally {
      writeNanos += dependencies.ticker().nanos() - start;
    }
  }

  private void propose(Durability durability) throws RefusedException {
    if (group.batch().isEmpty()) {
      return;
    }
    try {
      dependencies.proposer().propose(group.batch(), durability).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause
          && cause.code() != ErrorCode.COMMIT_UNKNOWN) {
        throw new RefusedException(cause);
      }
      throw CommitFailures.unknown(e.getCause() == null ? e : e.getCause());
    }
    Failpoint.COMMIT_AFTER_WRITE.pass();
  }

  private void apply(@Nullable CommandContext command) {
    if (!group.batch().isEmpty()) {
      dependencies.participant().applied();
    }
    for (CommitGroup.Member member : group.members()) {
      member.pending().evaluation().runApplied();
    }
    if (command != null) {
      command.runApplied();
    }
  }

  private void publish() {
    if (group.hasTimestamp()) {
      published.publish(group.lastTimestamp());
      Failpoint.COMMIT_AFTER_PUBLISH.pass();
    }
  }

  private void endGroup(boolean succeeded) {
    CommitStatistics before = statistics;
    statistics =
        new CommitStatistics(
            before.commits() + (succeeded ? group.members().size() : 0),
            before.groups() + (succeeded ? 1 : 0),
            before.bytes() + (succeeded ? group.batch().byteSize() : 0),
            group.rereads(),
            rejected,
            before.failedGroups() + (succeeded ? 0 : 1),
            writeNanos);
    group.clear();
  }

  private void completeAsync(List<PipelineRequest<?>> pendings) {
    if (!new OnceTask(() -> pendings.forEach(PipelineRequest::complete))
        .submitTo(dependencies.threads().completions())) {
      pendings.forEach(PipelineRequest::complete); // the executor is closed or out of threads
    }
  }

  /** Refusal by the proposer: the batch certainly will not be applied. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ColonnadeException reason;

    RefusedException(ColonnadeException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
