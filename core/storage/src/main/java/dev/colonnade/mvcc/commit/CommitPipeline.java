package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one way by which anything is written: evaluate, propose, apply, publish.
 *
 * <ol>
 *   <li><b>Evaluate</b>, on the caller's thread, many at a time, without latches: read what each
 *       key holds, check the conditions, work out values, history entries and figures. ({@link
 *       Evaluation})
 *   <li><b>Sequence</b>, by a leader: whoever adds to the queue and finds no leader becomes it, and
 *       takes what is in the queue as one group. A key that may have changed since it was evaluated
 *       is evaluated again; a batch that touches what the group itself has changed waits for the
 *       next group. Every batch gets its commit timestamp. ({@link GroupCommitter}; the idea is
 *       that of flat combining, Hendler and others, 2010)
 *   <li><b>Propose and apply</b>: one store batch, through the {@link Proposer}.
 *   <li><b>Publish</b>: one volatile write of the group's last timestamp. Timestamps are published
 *       in their order, so that a reader at the published timestamp sees everything below it.
 * </ol>
 *
 * <p><b>Locks are given back early</b>: where a batch has something to do for when it is
 * {@linkplain Mutations#onVisible visible}, its group is applied first and made durable afterwards,
 * and what there is to do is done in between. Who goes on from there reads {@link
 * PublishedTimestamp#newest}, and its own commit comes later in the same log. Everybody else sees
 * the group when it is durable. (Early lock release: DeWitt and others, "Implementation Techniques
 * for Main Memory Database Systems", 1984; for logs, Johnson and others, "Aether", 2010)
 *
 * <p><b>Guarantees.</b> Commits are linearizable: they happen in the order of their timestamps, at
 * the publication of their group, each after it was called and before it returned. A commit that
 * fails with anything but COMMIT_UNKNOWN did not happen and never will. Every future completes
 * exactly once.
 *
 * <p><b>When the outcome of a write cannot be known</b> (the flush of the log failed) its commits
 * fail with COMMIT_UNKNOWN, nothing of them is visible, and the pipeline refuses all further
 * commits with STORE_IO: what is in the log after the last good record is not known, so nothing may
 * be added to it. Reading goes on. Opening the store again finds out what happened.
 *
 * <p><b>Commands</b> ({@link #exclusive}) run behind the group that is being filled when they are
 * found: commits that were called while the command waited may go before it, those that had
 * returned never go behind it, and it waits for one group at most.
 *
 * <p><b>Progress.</b> Evaluation waits for nobody. A batch in the queue waits for the groups before
 * it. A caller that leads does the work of others for a bounded number of groups; then a thread
 * kept for that leads. Both {@code commit} calls may read the disk, and may lead and so write:
 * never call them on an event loop.
 */
public final class CommitPipeline implements AutoCloseable {
  private static final long CLOSE_POLL_NANOS = 100_000;

  private final Store store;
  private final PublishedTimestamp published;
  private final HybridClock clock;
  private final CommitSeams seams;
  private final CommitOptions options;

  private final MpscAtomicArrayQueue<Pending<?>> queue;

  /** Whether there is a leader. Taken by compare-and-set, released by the leader. */
  private final AtomicBoolean led = new AtomicBoolean();

  /** Written by the leader; others ask it whether it is they. */
  private volatile @Nullable Thread leader;

  /** Used by the leader only. */
  private final GroupCommitter committer;

  /** Taken from the queue, but did not fit into the group. Used by the leader only. */
  private @Nullable Pending<?> carried;

  /**
   * Commands that were taken from the queue while a group was filled. They run behind it, so that
   * they do not make two small groups of it, each with a flush of its own. Used by the leader only.
   */
  private final Deque<Pending.OfCommand<?>> commands = new ArrayDeque<>();

  /** Written by the leader, and by {@link #close}; never set back. */
  private volatile State state = State.OPEN;

  public CommitPipeline(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      CommitSeams seams,
      CommitOptions options) {
    this.store = requireNonNull(store, "store is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.published = requireNonNull(published, "published is null");
    this.seams = requireNonNull(seams, "seams is null");
    this.options = requireNonNull(options, "options is null");
    queue = new MpscAtomicArrayQueue<>(Math.max(4, options.queueCommitsMax()));
    committer = new GroupCommitter(store, clock, published, seams, options);
  }

  /**
   * Commits a batch and waits until it is done, with the durability of the options.
   *
   * @throws ColonnadeException the code of the condition that did not hold (see {@link Condition}
   *     and {@link MetaCondition}); INVALID_ARGUMENT over a limit; OVERLOADED if too many wait;
   *     DISK_FULL and other codes of the store; COMMIT_UNKNOWN; SHUTTING_DOWN
   */
  public CommitResult commit(Mutations mutations) {
    return commit(mutations, options.durability());
  }

  /** As {@link #commit(Mutations)}, with a durability of its own. */
  public CommitResult commit(Mutations mutations, Durability durability) {
    Pending.OfCommit pending = evaluate(mutations, durability, false);
    submit(pending);
    return pending.await();
  }

  /**
   * Commits a batch; the caller does not wait for the outcome, though for evaluation, and for
   * others' groups if it comes to lead. The future is completed on a thread kept for that.
   */
  public CompletableFuture<CommitResult> commitAsync(Mutations mutations) {
    return commitAsync(mutations, options.durability());
  }

  /** As {@link #commitAsync(Mutations)}, with a durability of its own. */
  public CompletableFuture<CommitResult> commitAsync(Mutations mutations, Durability durability) {
    try {
      Pending.OfCommit pending = evaluate(mutations, durability, true);
      submit(pending);
      return pending.future();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Has the leader run {@code command} between two groups, and waits for it. What the command
   * throws, this throws: as it is if it is a {@code ColonnadeException}, as INTERNAL otherwise.
   */
  public <T> T exclusive(ExclusiveCommand<T> command) {
    requireOpen();
    Pending.OfCommand<T> pending =
        new Pending.OfCommand<>(requireNonNull(command, "command is null"));
    submit(pending);
    return pending.await();
  }

  /**
   * Makes {@code timestamp} readable although nothing was committed at it, provided that the
   * physical clock has reached it: no commit will ever get a timestamp at or below it.
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
   * Waits until what is applied up to {@code timestamp} is durable: for who has read it, and is
   * about to say so.
   *
   * @throws ColonnadeException STORE_IO if it will not be
   */
  public void awaitDurable(long timestamp) {
    if (timestamp > published.get()) {
      exclusive(context -> true); // behind the group that is being made durable
    }
  }

  /** What was done so far. */
  public CommitStatistics statistics() {
    return committer.statistics();
  }

  /**
   * Refuses what comes and what waits with SHUTTING_DOWN, and waits for the group that is being
   * written. Afterwards the store is not used any more. Closing twice is harmless.
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
    lead();
  }

  private Pending.OfCommit evaluate(Mutations mutations, Durability durability, boolean async) {
    requireNonNull(mutations, "mutations is null");
    requireNonNull(durability, "durability is null");
    requireOpen();
    boolean mayWait = leader != Thread.currentThread();
    WriteAdmission.Ticket ticket = seams.admission().enter(mutations, mayWait);
    try {
      long publishedBefore = published.newest(); // before anything is read
      Evaluation evaluation = Evaluation.of(mutations, options.batch(), store, publishedBefore);
      return new Pending.OfCommit(evaluation, durability, ticket, async);
    } catch (RuntimeException | Error e) {
      ticket.leave();
      throw e;
    }
  }

  private void submit(Pending<?> pending) {
    if (queue.offer(pending)) {
      if (led.compareAndSet(false, true)) {
        lead();
      }
      return;
    }
    pending.fail(
        new ColonnadeException(
            ErrorCode.OVERLOADED, "too many commits wait max=" + queue.capacity()));
    pending.complete();
  }

  /**
   * Leads until nothing waits, or hands over. Whoever adds to the queue after the leader found it
   * empty either becomes the leader itself or is seen by the second look, which follows the
   * release.
   */
  private void lead() {
    do {
      leader = Thread.currentThread();
      for (int groups = 0; hasWork(); groups++) {
        if (groups >= options.group().perLeaderMax() && handOver()) {
          return;
        }
        leadOne();
      }
      leader = null;
      led.set(false);
    } while (!queue.isEmpty() && led.compareAndSet(false, true));
  }

  private boolean hasWork() {
    return carried != null || !commands.isEmpty() || !queue.isEmpty();
  }

  private boolean handOver() {
    // Where the executor is closed or out of threads, who is left has to do it.
    leader = null;
    if (new OnceTask(this::lead).giveTo(seams.threads().leaders())) {
      return true;
    }
    leader = Thread.currentThread();
    return false;
  }

  private void leadOne() {
    try {
      Pending<?> next = take();
      if (next != null && state != State.OPEN) {
        committer.refuse(next, state.refusal());
        committer.completeAll();
      } else if (next != null) {
        leadGroup(next);
      }
    } catch (RuntimeException | Error e) {
      committer.abandon(e);
    }
    if (committer.isBroken()) {
      state = State.BROKEN;
    }
  }

  private void leadGroup(Pending<?> first) {
    switch (first) {
      case Pending.OfCommand<?> command -> committer.run(command);
      case Pending.OfCommit commit -> {
        fillGroup(commit);
        committer.commit();
      }
    }
  }

  private void fillGroup(Pending.OfCommit first) {
    Pending<?> next = first;
    while (next != null) {
      carried = next;
      switch (next) {
        case Pending.OfCommand<?> command -> commands.add(command);
        case Pending.OfCommit commit -> {
          if (!committer.admit(commit)) {
            return;
          }
        }
      }
      carried = null;
      next = queue.poll();
    }
  }

  private @Nullable Pending<?> take() {
    Pending<?> command = commands.poll();
    if (command != null) {
      return command;
    }
    Pending<?> next = carried;
    carried = null;
    return next == null ? queue.poll() : next;
  }

  private void requireOpen() {
    State now = state;
    if (now != State.OPEN) {
      throw now.refusal();
    }
  }

  /** OPEN goes to CLOSED or BROKEN, BROKEN stays. */
  private enum State {
    OPEN(ErrorCode.INTERNAL, "the pipeline is open"),
    CLOSED(ErrorCode.SHUTTING_DOWN, "the database is being closed"),
    BROKEN(
        ErrorCode.STORE_IO,
        "nothing is written since a write failed in an unknown way; open the store again");

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
