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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Writes groups, publishes them, and tells their writers. Everything here is the leader's: no other
 * thread looks at it, but for {@link #statistics}.
 */
final class GroupCommitter {
  private final PublishedTimestamp published;
  private final CommitSeams seams;
  private final CommitOptions options;
  private final Group group;

  /** Settled, and still to be told. */
  private final List<Pending<?>> settled = new ArrayList<>();

  private boolean broken;
  private long rejected;
  private long writeNanos;
  private volatile CommitStatistics statistics = CommitStatistics.ZERO;

  GroupCommitter(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      CommitSeams seams,
      CommitOptions options) {
    this.published = published;
    this.seams = seams;
    this.options = options;
    group = new Group(store, clock, published, seams.participant(), options);
  }

  /** What was done so far. Any thread may ask. */
  CommitStatistics statistics() {
    return statistics;
  }

  /** Whether a write failed in an unknown way, so that nothing may be written any more. */
  boolean isBroken() {
    return broken;
  }

  void close() {
    group.batch().close();
  }

  /**
   * Adds a batch to the group, or settles it if it cannot happen. Returns false, and does nothing,
   * if it has to wait for the group to be written.
   */
  boolean admit(Pending.OfCommit pending) {
    try {
      return group.admit(pending);
    } catch (RuntimeException e) {
      rejected++;
      refuse(pending, Failures.known(e));
      return true;
    }
  }

  /** Writes and publishes the group, and tells its writers. */
  void commit() {
    ColonnadeException failure = group.isVisibleEarly() ? writeEarly() : write(null);
    for (Group.Member member : group.members()) {
      if (failure == null) {
        member.pending().succeed(member.result());
      } else {
        member.pending().fail(failure);
      }
      settled.add(member.pending());
    }
    endGroup(failure == null);
  }

  /** Runs a command as a group of its own. */
  <T> void run(Pending.OfCommand<T> pending) {
    CommandContext context =
        new CommandContext(group, seams.participant(), published.get(), options.durability());
    try {
      T result = requireNonNull(pending.run(context), "command resulted in null");
      group.raiseDurability(context.durability());
      ColonnadeException failure = write(context);
      if (failure != null) {
        throw failure;
      }
      pending.succeed(result);
    } catch (RuntimeException | Error e) {
      seams.participant().discarded();
      context.runDiscarded(e);
      pending.fail(Failures.known(e));
    }
    settled.add(pending);
    endGroup(!pending.hasFailed());
  }

  /**
   * After a defect of the leader itself: nothing is known any more, and nobody may be left waiting.
   */
  void abandon(Throwable defect) {
    broken = true;
    for (Group.Member member : group.members()) {
      if (!member.pending().isSettled()) {
        refuse(member.pending(), Failures.unknown(defect));
      }
    }
    group.clear();
    completeAll();
  }

  /** Settles {@code pending}, which is in no group; {@link #completeAll} tells it. */
  void refuse(Pending<?> pending, ColonnadeException reason) {
    pending.fail(reason);
    settled.add(pending);
  }

  /** Tells all that are settled: those who wait directly, the others by way of other threads. */
  void completeAll() {
    List<Pending<?>> async = new ArrayList<>();
    for (Pending<?> pending : settled) {
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

  /** Writes and publishes what is in the group. Returns why it failed, or null. */
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
      seams.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      seams.participant().discarded();
      broken = isHandedOver;
      return isHandedOver ? Failures.unknown(e) : Failures.known(e);
    }
  }

  /**
   * Writes the group, lets those see it who go on from it, and then makes it durable for all.
   * Returns why it failed, or null.
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
      seams.participant().discarded();
      return e.reason;
    } catch (RuntimeException | Error e) {
      if (!isApplied) {
        seams.participant().discarded();
      }
      published.retreat();
      broken = isHandedOver;
      return isHandedOver ? Failures.unknown(e) : Failures.known(e);
    }
  }

  private void runVisible() {
    for (Group.Member member : group.members()) {
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
      seams.participant().beforeWrite(batch);
      if (group.hasTimestamp()) {
        TimestampRecords.put(batch, TimestampRecords.PUBLISHED, group.lastTimestamp());
      }
      Failpoint.COMMIT_BEFORE_WRITE.pass();
    }
  }

  private void proposeTimed(Durability durability) throws RefusedException {
    long start = seams.ticker().nanos();
    try {
      propose(durability);
    } finally {
      writeNanos += seams.ticker().nanos() - start;
    }
  }

  private void syncTimed() {
    long start = seams.ticker().nanos();
    try {
      seams.proposer().sync().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw Failures.unknown(e.getCause() == null ? e : e.getCause());
    } finally {
      writeNanos += seams.ticker().nanos() - start;
    }
  }

  private void propose(Durability durability) throws RefusedException {
    if (group.batch().isEmpty()) {
      return;
    }
    try {
      seams.proposer().propose(group.batch(), durability).toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause
          && cause.code() != ErrorCode.COMMIT_UNKNOWN) {
        throw new RefusedException(cause);
      }
      throw Failures.unknown(e.getCause() == null ? e : e.getCause());
    }
    Failpoint.COMMIT_AFTER_WRITE.pass();
  }

  private void apply(@Nullable CommandContext command) {
    if (!group.batch().isEmpty()) {
      seams.participant().applied();
    }
    for (Group.Member member : group.members()) {
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
    completeAll();
  }

  private void completeAsync(List<Pending<?>> pendings) {
    if (!new OnceTask(() -> pendings.forEach(Pending::complete))
        .giveTo(seams.threads().completions())) {
      pendings.forEach(Pending::complete); // closed, or out of threads: better here than never
    }
  }

  /** The proposer says that the batch will certainly not happen. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ColonnadeException reason;

    RefusedException(ColonnadeException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
