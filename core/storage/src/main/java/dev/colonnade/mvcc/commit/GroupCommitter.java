package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.commit.trace.CommitTrace;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import dev.colonnade.store.TableFileWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Group commit by the leader: writes groups, publishes them, and completes their requests. Confined
 * to the leader thread, except for {@link #statistics}.
 */
final class GroupCommitter implements PipelineRequest.LeaderSteps.Writer {
  private final Store store;
  private final PublishedTimestamp published;
  private final CommitDependencies dependencies;
  private final CommitOptions options;
  private final CommitGroup group;
  private final GroupsInLog inLog;

  /** Settled requests that are not completed yet. */
  private final List<PipelineRequest<?>> settled = new ArrayList<>();

  private final CommitUndo undo;

  /** Wakes the leader when the outcome of a group in the log is known. Called by any thread. */
  private final Runnable wakeLeader;

  /** True when the store has a log whose outcomes are not known at once. */
  private boolean hasLog;

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
      CommitOptions options,
      Runnable wakeLeader) {
    this.wakeLeader = wakeLeader;
    this.store = store;
    this.published = published;
    this.dependencies = dependencies;
    this.options = options;
    inLog = new GroupsInLog(options.group().inLogMax(), dependencies.ticker());
    group = new CommitGroup(store, clock, published, dependencies.participant(), inLog, options);
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

  /** Returns whether no batch was added to the group. */
  boolean isGroupEmpty() {
    return group.isEmpty();
  }

  /** Returns whether the store has a log, so that a group is decided after it was handed over. */
  boolean hasLog() {
    return hasLog;
  }

  /** Returns the groups that are in the log and not published yet. */
  GroupsInLog inLog() {
    return inLog;
  }

  /**
   * Writes and publishes the group, and completes its requests. If the store has a log that accepts
   * further groups before this one is applied, the group stays there; {@link #completeDecided}
   * publishes it.
   */
  public void commit() {
    boolean isEarly = group.isVisibleEarly();
    ColonnadeException failure = prepare();
    if (failure == null) {
      long start = dependencies.ticker().nanos();
      CompletableFuture<Void> outcome = propose(isEarly ? Durability.RELAXED : group.durability());
      hasLog |= !outcome.isDone();
      boolean followsOthers = !inLog.isEmpty() && !outcome.isCompletedExceptionally();
      if ((!outcome.isDone() || followsOthers) && group.canStayInLog()) {
        leaveInLog(outcome, start);
        return;
      }
      failure = isEarly ? finishEarly(outcome, start) : finish(null, outcome, start);
      trace(group.members(), start, group.batch().byteSize());
    }
    settle(group.members(), failure);
    endGroup(failure == null);
    completeAll();
  }

  /** Publishes the groups in the log whose outcome is known, in their order. */
  void completeDecided() {
    while (inLog.isFirstDecided()) {
      completeFirst();
    }
  }

  /** Waits for all groups in the log, and publishes them. */
  private void awaitInLog() {
    while (!inLog.isEmpty()) {
      completeFirst();
    }
  }

  /** Waits for the first group in the log, and publishes it. If it failed, all later ones fail. */
  void completeFirst() {
    GroupsInLog.Written first = requireNonNull(inLog.poll(), "no group is in the log");
    ColonnadeException failure = first.await();
    if (failure == null) {
      failure = publish(first);
    }
    end(first, failure);
    if (failure != null) {
      failInLog();
    }
    completeAll();
  }

  /**
   * Fails the groups after one that has failed. The log applies none of them; if it reports that it
   * did, their outcome is unknown, and they are not published.
   */
  private void failInLog() {
    for (GroupsInLog.Written next = inLog.poll(); next != null; next = inLog.poll()) {
      ColonnadeException own = next.await();
      end(
          next,
          own == null
              ? CommitFailures.unknown(new IllegalStateException("an earlier group has failed"))
              : own);
    }
  }

  private void end(GroupsInLog.Written written, @Nullable ColonnadeException failure) {
    broken |= failure != null && failure.code() == ErrorCode.COMMIT_UNKNOWN;
    writeNanos += dependencies.ticker().nanos() - written.writtenNanos();
    trace(written.members(), written.writtenNanos(), written.bytes());
    settle(written.members(), failure);
    count(failure == null, written.members().size(), written.bytes());
  }

  private @Nullable ColonnadeException publish(GroupsInLog.Written written) {
    try {
      Failpoint.COMMIT_AFTER_WRITE.pass();
      written.whenApplied().run();
      published.publish(written.lastTimestamp());
      Failpoint.COMMIT_AFTER_PUBLISH.pass();
      runVisible(written.members());
      return null;
    } catch (RuntimeException | Error e) {
      return CommitFailures.unknown(e);
    }
  }

  private void leaveInLog(CompletableFuture<Void> outcome, long startNanos) {
    inLog.add(
        new GroupsInLog.Written(
            List.copyOf(group.members()),
            group.firstTimestamp(),
            group.lastTimestamp(),
            group.batch().byteSize(),
            startNanos,
            dependencies.participant().inLog(),
            outcome));
    group.clear();
    var _ = outcome.whenComplete((applied, failure) -> wakeLeader.run());
    completeAll();
  }

  private void trace(List<CommitGroup.Member> members, long startNanos, long bytes) {
    CommitTrace.@Nullable GroupWrite write = null;
    for (CommitGroup.Member member : members) {
      CommitTrace trace = member.pending().trace();
      if (trace != null) {
        if (write == null) {
          write =
              new CommitTrace.GroupWrite(
                  startNanos, dependencies.ticker().nanos(), members.size(), bytes, hasLog);
        }
        trace.add(write);
      }
    }
  }

  private void settle(List<CommitGroup.Member> members, @Nullable ColonnadeException failure) {
    for (CommitGroup.Member member : members) {
      if (failure == null) {
        member.pending().succeed(member.result());
      } else {
        member.pending().fail(failure);
      }
      settled.add(member.pending());
    }
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
      awaitInLog();
      if (broken) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO, "writes are disabled after a write with unknown outcome");
      }
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
    dependencies.participant().unknown();
    List<CommitGroup.Member> members = new ArrayList<>(group.members());
    for (GroupsInLog.Written next = inLog.poll(); next != null; next = inLog.poll()) {
      members.addAll(next.members());
    }
    for (CommitGroup.Member member : members) {
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
    ColonnadeException failure = prepare();
    if (failure != null) {
      return failure;
    }
    long start = dependencies.ticker().nanos();
    return finish(command, propose(group.durability()), start);
  }

  private @Nullable ColonnadeException finish(
      @Nullable CommandContext command, CompletableFuture<Void> outcome, long startNanos) {
    try {
      await(outcome, startNanos);
      apply(command);
      publish();
      runVisible(group.members());
      return null;
    } catch (RefusedException e) {
      dependencies.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      dependencies.participant().unknown();
      broken = true;
      return CommitFailures.unknown(e);
    }
  }

  /**
   * Applies the group, makes it visible at the newest timestamp, which permits early lock release,
   * and then makes it durable and publishes it. Returns the failure, or null.
   */
  private @Nullable ColonnadeException finishEarly(
      CompletableFuture<Void> outcome, long startNanos) {
    boolean isApplied = false;
    try {
      await(outcome, startNanos);
      apply(null);
      isApplied = true;
      published.advance(group.lastTimestamp());
      runVisible(group.members());
      Failpoint.COMMIT_BEFORE_SYNC.pass();
      syncTimed();
      publish();
      return null;
    } catch (RefusedException e) {
      dependencies.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      if (!isApplied) {
        dependencies.participant().unknown();
      }
      published.retreat();
      broken = true;
      return CommitFailures.unknown(e);
    }
  }

  private static void runVisible(List<CommitGroup.Member> members) {
    for (CommitGroup.Member member : members) {
      member.pending().evaluation().source().runVisible();
    }
  }

  /** Completes the batch of the group. Returns the failure, after which nothing is written. */
  private @Nullable ColonnadeException prepare() {
    try {
      ColonnadeException defect = group.defect();
      if (defect != null) {
        throw defect;
      }
      Batch batch = group.batch();
      if (!batch.isEmpty()) {
        dependencies.participant().beforeWrite(batch);
        if (group.hasTimestamp()) {
          TimestampRecords.put(batch, TimestampRecords.PUBLISHED, group.lastTimestamp());
          dependencies.participant().committedAt(batch, group.lastTimestamp());
        }
        Failpoint.COMMIT_BEFORE_WRITE.pass();
      }
      return null;
    } catch (RuntimeException | Error e) {
      dependencies.participant().discarded();
      return CommitFailures.known(e);
    }
  }

  private CompletableFuture<Void> propose(Durability durability) {
    if (group.batch().isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    try {
      return dependencies.proposer().propose(group.batch(), durability).toCompletableFuture();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(CommitFailures.unknown(e));
    }
  }

  private void await(CompletableFuture<Void> outcome, long startNanos) throws RefusedException {
    try {
      outcome.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause
          && cause.code() != ErrorCode.COMMIT_UNKNOWN) {
        throw new RefusedException(cause);
      }
      throw CommitFailures.unknown(e.getCause() == null ? e : e.getCause());
    } finally {
      writeNanos += dependencies.ticker().nanos() - startNanos;
    }
    if (!group.batch().isEmpty()) {
      Failpoint.COMMIT_AFTER_WRITE.pass();
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
    count(succeeded, group.members().size(), group.batch().byteSize());
    group.clear();
  }

  private void count(boolean succeeded, int commits, long bytes) {
    CommitStatistics before = statistics;
    statistics =
        new CommitStatistics(
            before.commits() + (succeeded ? commits : 0),
            before.groups() + (succeeded ? 1 : 0),
            before.bytes() + (succeeded ? bytes : 0),
            group.rereads(),
            rejected,
            before.failedGroups() + (succeeded ? 0 : 1),
            writeNanos);
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
