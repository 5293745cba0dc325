package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.Proposer;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Commit pipeline with group commit, the only write path of the database: evaluate, sequence,
 * propose and apply, publish.
 *
 * <ol>
 *   <li><b>Evaluate</b>, on the caller's thread, concurrently and without latches: read the current
 *       value of each key, check the conditions, compute new values, history entries and statistics
 *       changes. ({@link Evaluation})
 *   <li><b>Sequence</b>, by a leader: a thread that enqueues a batch while there is no leader
 *       becomes the leader, and drains the queue into one group. A key that may have changed since
 *       its evaluation is evaluated again; a batch that touches a key changed by the group itself
 *       waits for the next group. Every batch gets its commit timestamp. ({@link GroupCommitter};
 *       the technique is flat combining, Hendler and others, 2010)
 *   <li><b>Propose and apply</b>: one store batch, written to the write-ahead log through the
 *       {@link Proposer}. A replicated log has several groups at once. ({@link GroupsInLog})
 *   <li><b>Publish</b>: one volatile write of the group's last timestamp, the linearization point
 *       of its commits. Timestamps are published in ascending order, so a reader at the published
 *       timestamp sees everything below it.
 * </ol>
 *
 * <p><b>Early lock release</b>: if a batch has actions to run when it becomes {@linkplain
 * Mutations#onVisible visible}, its group is applied first and made durable afterwards, and the
 * actions run in between. A transaction that builds on the group then reads {@link
 * PublishedTimestamp#newest}, and its own commit follows later in the same log. All other
 * transactions see the group when it is durable. (DeWitt and others, "Implementation Techniques for
 * Main Memory Database Systems", 1984; for logs, Johnson and others, "Aether", 2010)
 *
 * <p><b>Guarantees.</b> Commits are linearizable: they happen in the order of their timestamps, at
 * the publication of their group, each after it was called and before it returned. A commit that
 * fails with any code but COMMIT_UNKNOWN did not happen and never will. Every future completes
 * exactly once.
 *
 * <p><b>Unknown outcome.</b> If the outcome of a write cannot be determined (the flush of the
 * write-ahead log failed), its commits fail with COMMIT_UNKNOWN, none of their changes is visible,
 * and the pipeline refuses all further commits with STORE_IO: the content of the log after the last
 * valid record is unknown, so nothing may be appended to it. Reads continue. Reopening the store
 * determines the outcome.
 *
 * <p><b>Exclusive commands</b> ({@link #exclusive}) run after the group that is being filled when
 * the leader dequeues them. Commits that were called while the command waited may precede it,
 * commits that had returned before always precede it, and it waits for one group at most, or for
 * those that are in a replicated log.
 *
 * <p><b>Progress.</b> Evaluation never waits. A queued batch waits for the groups before it. A
 * leading caller commits the batches of other callers for a bounded number of groups; then a
 * dedicated thread takes over leadership. Both {@code commit} methods may read the disk, and may
 * lead and so write: never call them on an event loop.
 */
public final class CommitPipeline implements AutoCloseable {
  private static final long CLOSE_POLL_NANOS = 100_000;

  private final Store store;
  private final PublishedTimestamp published;
  private final HybridClock clock;
  private final CommitDependencies dependencies;
  private final CommitOptions options;

  private final MpscAtomicArrayQueue<PipelineRequest<?>> queue;

  /** True while there is a leader. Set by compare-and-set, cleared by the leader. */
  private final AtomicBoolean led = new AtomicBoolean();

  /** Written by the leader; any thread compares it with itself. */
  private volatile @Nullable Thread leader;

  /** Number of queued requests at which a new one wakes the leader, which waits for the log. */
  private volatile int wakeAtCount = Integer.MAX_VALUE;

  /** Used by the leader only. */
  private final GroupCommitter committer;

  /** Dequeued request that did not fit into the group. Used by the leader only. */
  private @Nullable PipelineRequest<?> carried;

  /**
   * Commands that were dequeued while a group was being filled. They run after the group, so that
   * they do not divide it into two small groups, each with a flush of its own. Used by the leader
   * only.
   */
  private final Deque<PipelineRequest<?>> commands = new ArrayDeque<>();

  /** Number of beginnings and ends of large commits: odd while one is being written. */
  private final AtomicLong largeCommits = new AtomicLong();

  private final TombstoneSpans tombstones = new TombstoneSpans();

  /** Written by the leader and by {@link #close}; never returns to OPEN. */
  private volatile State state = State.OPEN;

  /** Threads that may write; null for all. */
  private volatile @Nullable Access access;

  public CommitPipeline(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      CommitDependencies dependencies,
      CommitOptions options) {
    this.store = requireNonNull(store, "store is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.published = requireNonNull(published, "published is null");
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.options = requireNonNull(options, "options is null");
    queue = new MpscAtomicArrayQueue<>(Math.max(4, options.queueCommitsMax()));
    committer =
        new GroupCommitter(
            store, clock, published, dependencies, options, () -> LockSupport.unpark(leader));
  }

  /**
   * Commits a batch with the default durability and waits for the outcome.
   *
   * @throws ColonnadeException the code of the condition that did not hold (see {@link Condition}
   *     and {@link MetaCondition}); INVALID_ARGUMENT over a limit; OVERLOADED if too many batches
   *     wait; DISK_FULL and other codes of the store; COMMIT_UNKNOWN; SHUTTING_DOWN
   */
  public CommitResult commit(Mutations mutations) {
    return commit(mutations, options.durability());
  }

  /** Variant of {@link #commit(Mutations)} with an explicit durability. */
  public CommitResult commit(Mutations mutations, Durability durability) {
    PipelineRequest<CommitResult> pending = request(mutations, durability, false);
    submit(pending);
    return pending.await();
  }

  /**
   * Commits a batch that may be too large for one store batch, atomically, in chunks. The {@link
   * InterruptionPoint} of the calling thread is checked before each chunk until the first write.
   *
   * @param rows mutations of rows
   * @param rest records, guards and actions of the batch; no rows
   * @throws ColonnadeException as {@link #commit(Mutations)}
   */
  public CommitResult commit(MutationChunks rows, Mutations rest, Durability durability) {
    PipelineRequest<CommitResult> pending = large(rows, rest, durability, false);
    submit(pending);
    return pending.await();
  }

  /** Returns the spans in which deletes leave tombstones where there is no value. */
  public TombstoneSpans tombstones() {
    return tombstones;
  }

  /** Returns the limits of one batch, above which it is committed in chunks. */
  public CommitOptions.BatchLimits batchLimits() {
    return options.batch();
  }

  /** Refuses requests with READ_ONLY_TRANSACTION, since a log changes the store. */
  public void follow() {
    access = new Access(null);
  }

  /** Variant of {@link #follow} that ends open requests; returns false if it must be closed. */
  public boolean followAgain() {
    follow();
    while (!led.compareAndSet(false, true)) {
      LockSupport.parkNanos(CLOSE_POLL_NANOS);
    }
    lead(null);
    return state == State.OPEN;
  }

  /** Accepts requests of the calling thread: the engine of a replica becomes that of the leader. */
  public void openForPromotion() {
    access = new Access(Thread.currentThread());
  }

  /** Accepts requests of all threads. */
  public void open() {
    access = null;
  }

  /** Undoes a commit that a crash has interrupted, before anything is read or committed. */
  public void recover() {
    PipelineRequest.OfSteps<Boolean> pending =
        new PipelineRequest.OfSteps<>(new CommitUndo(store, clock), false);
    submit(pending);
    pending.await();
  }

  /**
   * Commits a batch without waiting for the outcome, but for evaluation, and for the groups of
   * other callers if it leads. The future is completed on the completion executor.
   */
  public CompletableFuture<CommitResult> commitAsync(Mutations mutations) {
    return commitAsync(mutations, options.durability());
  }

  /** Variant of {@link #commitAsync(Mutations)} with an explicit durability. */
  public CompletableFuture<CommitResult> commitAsync(Mutations mutations, Durability durability) {
    try {
      PipelineRequest<CommitResult> pending = request(mutations, durability, true);
      submit(pending);
      return pending.future();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Executes {@code command} on the leader thread between two groups, and waits for its result. A
   * {@code ColonnadeException} of the command is rethrown as it is, any other exception as
   * INTERNAL.
   */
  public <T> T exclusive(ExclusiveCommand<T> command) {
    requireOpen();
    PipelineRequest.OfCommand<T> pending =
        new PipelineRequest.OfCommand<>(requireNonNull(command, "command is null"));
    submit(pending);
    return pending.await();
  }

  /**
   * Publishes {@code timestamp} although nothing was committed at it, provided that the physical
   * clock has reached it: no later commit gets a timestamp at or below it.
   *
   * @throws ColonnadeException READ_TIMESTAMP_IN_FUTURE if the clock has not reached it
   */
  public void advanceTo(long timestamp) {
    if (timestamp <= published.get()) {
      return;
    }
    long now = clock.physicalNanos();
    if (timestamp > now) {
      throw new ColonnadeException(
          ErrorCode.READ_TIMESTAMP_IN_FUTURE,
          "timestamp ahead of the clock timestamp=%d now=%d".formatted(timestamp, now));
    }
    exclusive(
        context -> {
          clock.observe(timestamp);
          return context.timestamp();
        });
  }

  /**
   * Waits until everything that is applied up to {@code timestamp} is durable. For a transaction
   * that has read at that timestamp and is about to report its result.
   *
   * @throws ColonnadeException STORE_IO if it will never be durable
   */
  public void awaitDurable(long timestamp) {
    if (timestamp > published.get()) {
      exclusive(context -> true); // after the group that is being made durable
    }
  }

  /** Returns the statistics since the pipeline was created. */
  public CommitStatistics statistics() {
    return committer.statistics();
  }

  /**
   * Closes the pipeline: new and queued requests fail with SHUTTING_DOWN. Waits for the group that
   * is being written; afterwards the pipeline does not use the store any more. Closing twice has no
   * effect.
   */
  @Override
  public void close() {
    if (state == State.OPEN) {
      state = State.CLOSED;
    }
    while (!led.compareAndSet(false, true)) {
      LockSupport.parkNanos(CLOSE_POLL_NANOS);
    }
    committer.close();
    lead(null);
  }

  private PipelineRequest<CommitResult> request(
      Mutations mutations, Durability durability, boolean async) {
    requireNonNull(mutations, "mutations is null");
    requireNonNull(durability, "durability is null");
    requireOpen();
    requireCount(mutations);
    mutations.submit();
    PipelineRequest.OfCommit pending =
        options.batch().chunk().isExceeded(mutations.count(), mutations.byteSize())
            ? null
            : afterLarge(() -> evaluate(mutations, durability, async));
    return pending == null
        ? large(MutationChunks.of(mutations), mutations.withoutRows(), durability, async)
        : pending;
  }

  private void requireCount(Mutations mutations) {
    if (mutations.count() > options.batch().mutationsMax()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "too many mutations in one batch count=%d max=%d"
              .formatted(mutations.count(), options.batch().mutationsMax()));
    }
  }

  /** Returns a request; null if the batch is too large for one store batch. */
  private PipelineRequest.@Nullable OfCommit evaluate(
      Mutations mutations, Durability durability, boolean async) {
    WriteAdmission.Ticket ticket = dependencies.admission().enter(mutations, mayWait());
    Evaluation evaluation = null;
    try {
      long publishedBefore = published.newest(); // before anything is read
      evaluation =
          Evaluation.ofFitting(mutations, options.batch(), tombstones, store, publishedBefore);
    } finally {
      if (evaluation == null) {
        ticket.leave();
      }
    }
    return evaluation == null
        ? null
        : new PipelineRequest.OfCommit(evaluation, durability, ticket, async);
  }

  private PipelineRequest<CommitResult> large(
      MutationChunks rows, Mutations rest, Durability durability, boolean async) {
    requireOpen();
    dependencies.admission().enterLarge();
    LargeCommit commit =
        new LargeCommit(
            requireNonNull(rows, "rows is null"),
            requireNonNull(rest, "rest is null"),
            new LargeCommit.CommitTarget(store, clock, published, options, tombstones),
            requireNonNull(durability, "durability is null"),
            InterruptionPoint.current());
    afterLarge(
        () -> {
          commit.validate(dependencies.admission(), mayWait());
          return true;
        });
    return new PipelineRequest.OfSteps<>(
        writer -> {
          largeCommits.incrementAndGet();
          try {
            return commit.run(writer);
          } finally {
            largeCommits.incrementAndGet();
          }
        },
        async);
  }

  /**
   * Evaluates a batch. If that fails while a large commit is being written, whose rows the
   * evaluation may have read although they may be undone, it is repeated when that commit is over.
   */
  private <T extends @Nullable Object> T afterLarge(Supplier<T> evaluation) {
    while (true) {
      long before = largeCommits.get();
      try {
        return evaluation.get();
      } catch (ColonnadeException e) {
        boolean isCertain = before % 2 == 0 && before == largeCommits.get();
        if (isCertain || !mayWait()) {
          throw e;
        }
      }
      InterruptionPoint.check();
      awaitLeader();
    }
  }

  /** Waits until everything is decided that the leader has begun to write. */
  public void awaitLeader() {
    exclusive(context -> true);
  }

  private boolean mayWait() {
    return leader != Thread.currentThread();
  }

  private void submit(PipelineRequest<?> pending) {
    if (queue.offer(pending)) {
      if (led.compareAndSet(false, true)) {
        InterruptionPoint.runToItsEnd(() -> lead(pending)); // also for others
      } else if (queue.size() >= wakeAtCount) {
        LockSupport.unpark(leader);
      }
      return;
    }
    pending.fail(
        new ColonnadeException(
            ErrorCode.OVERLOADED, "commit queue is full max=" + queue.capacity()));
    pending.complete();
  }

  /**
   * Leads until the queue is empty, or hands leadership over. A thread that enqueues after the
   * leader has found the queue empty either becomes the leader itself, or its request is seen by
   * the second check, which follows the release of leadership.
   *
   * @param own the caller's request; null for a dedicated thread
   */
  private void lead(@Nullable PipelineRequest<?> own) {
    do {
      leader = Thread.currentThread();
      for (int groups = 0; hasWorkLeft(); groups++) {
        if ((groups >= options.group().perLeaderMax() || isHeldUp(own)) && handOver()) {
          return;
        }
        leadOne();
      }
      leader = null;
      led.set(false);
    } while (!queue.isEmpty() && led.compareAndSet(false, true));
  }

  private boolean isHeldUp(@Nullable PipelineRequest<?> own) {
    return own != null && own.future().isDone() && committer.hasLog(); // others wait for a log
  }

  /** Publishes the groups that are decided, and returns whether there is more to do. */
  private boolean hasWorkLeft() {
    completeDecided();
    return carried != null
        || !commands.isEmpty()
        || !queue.isEmpty()
        || !committer.inLog().isEmpty();
  }

  private boolean handOver() {
    // If the executor is closed or out of threads, the current thread continues to lead.
    leader = null;
    if (new OnceTask(() -> lead(null)).submitTo(dependencies.threads().leaders())) {
      return true;
    }
    leader = Thread.currentThread();
    return false;
  }

  private void completeDecided() {
    try {
      committer.completeDecided();
    } catch (RuntimeException | Error e) {
      committer.abandon(e);
    }
    noteBroken();
  }

  private void leadOne() {
    try {
      PipelineRequest<?> next = canBuildGroup() ? nextRequest() : null;
      if (next == null) {
        awaitProgress();
      } else if (state != State.OPEN) {
        committer.refuse(next, state.refusal());
        committer.completeAll();
      } else {
        leadAfterUndo(next);
      }
    } catch (RuntimeException | Error e) {
      committer.abandon(e);
    }
    noteBroken();
  }

  private void noteBroken() {
    if (committer.isBroken()) {
      state = State.BROKEN;
    }
  }

  private boolean canBuildGroup() {
    return queue.size() >= queuedForNextGroup();
  }

  private int queuedForNextGroup() {
    return committer.inLog().queuedForNextGroup(commands.size() + (carried == null ? 0 : 1));
  }

  /** Waits until the outcome of a group in the log is known, or another group can be built. */
  private void awaitProgress() {
    GroupsInLog inLog = committer.inLog();
    wakeAtCount = Math.max(1, queuedForNextGroup());
    if (!inLog.isFirstDecided() && !canBuildGroup()) {
      inLog.park(this);
    }
    wakeAtCount = Integer.MAX_VALUE;
  }

  private void leadAfterUndo(PipelineRequest<?> next) {
    ColonnadeException failure = committer.undoPending();
    if (failure == null) {
      leadGroup(next);
    } else {
      committer.refuse(next, failure);
      committer.completeAll();
    }
  }

  private void leadGroup(PipelineRequest<?> first) {
    switch (first) {
      case PipelineRequest.OfCommand<?> command -> committer.run(command);
      case PipelineRequest.OfSteps<?> steps -> committer.run(steps);
      case PipelineRequest.OfCommit commit -> {
        fillGroup(commit);
        if (committer.isGroupEmpty() && carried == commit) {
          committer.completeFirst(); // it depends on groups in the log
        } else {
          committer.commit();
        }
      }
    }
  }

  private void fillGroup(PipelineRequest.OfCommit first) {
    PipelineRequest<?> next = first;
    while (next != null) {
      carried = next;
      switch (next) {
        case PipelineRequest.OfCommand<?> command -> commands.add(command);
        case PipelineRequest.OfSteps<?> steps -> commands.add(steps);
        case PipelineRequest.OfCommit commit -> {
          if (!committer.admit(commit)) {
            return;
          }
        }
      }
      carried = null;
      next = queue.poll();
    }
  }

  private @Nullable PipelineRequest<?> nextRequest() {
    PipelineRequest<?> command = commands.poll();
    if (command != null) {
      return command;
    }
    PipelineRequest<?> next = carried;
    carried = null;
    return next == null ? queue.poll() : next;
  }

  private void requireOpen() {
    State now = state;
    if (now != State.OPEN) {
      throw now.refusal();
    }
    Access limited = access;
    if (limited != null && limited.only() != Thread.currentThread()) {
      throw CommitFailures.readOnly(store);
    }
  }

  /** Access of a replica's pipeline: of one thread, or of none if it is null. */
  private record Access(@Nullable Thread only) {}

  /** States of the pipeline: OPEN changes to CLOSED or BROKEN; BROKEN is final. */
  private enum State {
    OPEN(ErrorCode.INTERNAL, "the pipeline is open"),
    CLOSED(ErrorCode.SHUTTING_DOWN, "the database is being closed"),
    BROKEN(
        ErrorCode.STORE_IO,
        "writes are disabled after a write with unknown outcome; reopen the store");

    private final ErrorCode code;
    private final String message;

    State(ErrorCode code, String message) {
      this.code = code;
      this.message = message;
    }

    ColonnadeException refusal() {
      return new ColonnadeException(code, message);
    }
  }
}
