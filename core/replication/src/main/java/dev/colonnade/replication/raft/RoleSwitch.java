package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.replication.readindex.ReadIndex;
import dev.colonnade.replication.store.FollowerStore;
import dev.colonnade.replication.store.LeaderLease;
import dev.colonnade.replication.store.LeaderStore;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.store.Freshness;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switch between the roles of a member: one thread that starts and stops serving. Events are
 * handled in their order; each leads to the role that the member has when it is handled.
 */
final class RoleSwitch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RoleSwitch.class);

  private static final long POLL_MILLIS = 50;
  private static final long RENEWAL_POLL_NANOS = 20_000_000;
  private static final long NOT_LEADER = 0;

  private final MemberStore store;
  private final LogApplier applier;
  private final RoleListener listener;
  private final Roles roles;
  private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Thread thread;

  /** Renews the lease, also while an engine is being opened, which reads the store. */
  private final Thread renewal;

  /** Log of the term in which this member serves as the leader. Written by the thread. */
  private volatile @Nullable RaftBatchLog leading;

  /** True while an engine reads the store. Used by the thread only. */
  private boolean isServing;

  /** Last term that this member has begun to serve as the leader. Used by the thread only. */
  private long begunTerm = NOT_LEADER;

  /** True when the member is about to end: it serves in no other role any more. */
  private volatile boolean isEnding;

  private volatile boolean isClosed;

  /**
   * State of the log as a switch observes it.
   *
   * @param readyTerm returns the term that this member leads and is ready to serve, 0 if none
   * @param newLog creates the log of a term
   * @param newLease creates the lease of a term
   * @param elected returns the newest election of this member
   * @param leader returns a text that names the leader
   * @param newFreshness creates the freshness of a follower
   */
  record Roles(
      LongSupplier readyTerm,
      LogFactory newLog,
      Supplier<LeaderLease> newLease,
      Supplier<Elected> elected,
      Supplier<String> leader,
      Supplier<Freshness> newFreshness) {}

  /**
   * Election of this member.
   *
   * @param nanos monotonic time before it appended the first entry of the term
   */
  record Elected(long term, long nanos) {
    static final Elected NEVER = new Elected(NOT_LEADER, 0);
  }

  /** Factory of the log of a term. */
  interface LogFactory {
    RaftBatchLog create(long term, LeaderLease lease);
  }

  RoleSwitch(MemberStore store, LogApplier applier, RoleListener listener, Roles roles) {
    this.store = requireNonNull(store, "store is null");
    this.applier = requireNonNull(applier, "applier is null");
    this.listener = requireNonNull(listener, "listener is null");
    this.roles = requireNonNull(roles, "roles is null");
    thread = Thread.ofPlatform().daemon().name("colonnade-cluster-role").unstarted(this::run);
    renewal = Thread.ofPlatform().daemon().name("colonnade-lease").unstarted(this::renewLeases);
  }

  void start() {
    thread.start();
    renewal.start();
  }

  /** Returns the term in which this member serves as the leader; 0 if it does not. */
  long servedTerm() {
    RaftBatchLog log = leading;
    return log == null ? NOT_LEADER : log.term();
  }

  /** Variant of {@link #servedTerm} that is 0 also when leadership is being handed over. */
  long reportedTerm() {
    RaftBatchLog log = leading;
    return log == null || log.isDeposed() ? NOT_LEADER : log.term();
  }

  /**
   * Returns an index up to which the log contains everything that was committed before the call, if
   * this member serves as the leader and no other can have become it; null otherwise. Never blocks.
   */
  @Nullable ReadIndex readIndex() {
    RaftBatchLog log = leading;
    if (log == null) {
      return null;
    }
    // A commit is reported when it is applied here. The lease is checked after the index is read.
    ReadIndex index = new ReadIndex(log.term(), store.applied());
    return log.isCurrent() ? index : null;
  }

  /** Reports that the role may have changed. Returns at once. */
  void changed() {
    RaftBatchLog log = leading;
    if (log != null && roles.readyTerm().getAsLong() != log.term()) {
      log.depose();
    }
    events.add(() -> {});
  }

  /** Ends reads that delay the log: stops serving and starts again. Returns at once. */
  void restart() {
    events.add(this::stopServing);
  }

  /**
   * Revokes the lease of the leader, before the member hands leadership over and ends. It does not
   * become a follower meanwhile, which would take processor time from the next leader.
   */
  void revokeLeaseAtEnd() {
    isEnding = true;
    revokeLease();
  }

  /** Revokes the lease of the leader, before leadership is handed over. */
  void revokeLease() {
    RaftBatchLog log = leading;
    if (log != null) {
      log.depose();
    }
  }

  /** Serves the present term again, if leadership was not handed over. Returns at once. */
  void resume() {
    events.add(
        () -> {
          RaftBatchLog log = leading;
          if (log != null && log.isDeposed() && roles.readyTerm().getAsLong() == log.term()) {
            stopServing();
          }
        });
  }

  /**
   * Stops serving, runs an action while nothing reads the store, and starts serving again. Once the
   * thread has ended, the action runs on the calling one: Ratis waits without limit for the end of
   * an application of the log, which a refusal here would never let it reach.
   */
  void whileStopped(Runnable action) {
    CountDownLatch done = new CountDownLatch(1);
    events.add(
        () -> {
          stopServing();
          try {
            action.run();
          } finally {
            done.countDown();
          }
        });
    while (!await(done)) {
      if (hasEnded() && done.getCount() > 0) {
        action.run();
        return;
      }
    }
  }

  private static boolean await(CountDownLatch done) {
    try {
      return done.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store is replaced", e);
    }
  }

  /** Returns whether the thread runs no more events; nothing is served then. */
  private boolean hasEnded() {
    return switch (thread.getState()) {
      case TERMINATED -> true;
      case NEW -> isClosed;
      default -> false;
    };
  }

  private void run() {
    while (!isClosed) {
      try {
        Runnable event = events.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (event != null) {
          event.run();
        }
        if (!isClosed && !isEnding) {
          adjust();
        }
      } catch (InterruptedException e) {
        break;
      } catch (RuntimeException | Error e) {
        LOG.error("role of the member could not be changed", e);
        listener.failed(e);
        break;
      }
    }
    stopServing();
  }

  private void adjust() {
    long term = roles.readyTerm().getAsLong();
    if (term == servedTerm() && isServing && !isRefused()) {
      return;
    }
    if (term != NOT_LEADER && isServing && leading == null) {
      promote(term);
      return;
    }
    if (term == NOT_LEADER && isServing && leading != null && demote()) {
      return;
    }
    if (isServing) {
      stopServing();
    }
    if (term != NOT_LEADER) {
      lead(term);
    } else if (!store.isEmpty()) {
      follow();
    }
  }

  /** Returns whether the log of the served term has ended although the term may not have. */
  private boolean isRefused() {
    RaftBatchLog log = leading;
    return log != null && log.isRefused();
  }

  /** Appends entries without changes when the lease would expire otherwise. */
  private void renewLeases() {
    while (!isClosed) {
      RaftBatchLog log = leading;
      try {
        if (log != null && log.isRenewalDue()) {
          log.append(store.emptyBatch());
        }
      } catch (RuntimeException e) {
        LOG.debug("lease was not renewed", e);
      }
      LockSupport.parkNanos(RENEWAL_POLL_NANOS);
    }
  }

  /**
   * Begins a lease. When this member is ready to serve a term, the first entry of the term is
   * applied, which it appended after its election. A member that becomes ready late appends an
   * entry, and so does one that serves a term again: it may have tried to hand its leadership over
   * since.
   */
  private void begin(RaftBatchLog log, LeaderLease lease) {
    Elected elected = roles.elected().get();
    if (elected.term() == log.term() && begunTerm != log.term()) {
      lease.renew(elected.nanos());
    }
    begunTerm = log.term();
    if (!lease.isValid()) {
      log.append(store.emptyBatch());
    }
  }

  /**
   * Makes the follower that is served the leader. The first entry of the term is applied when its
   * engine still follows; after it, only the engine's own entries are applied in this term.
   */
  private void promote(long term) {
    LeaderLease lease = roles.newLease().get();
    RaftBatchLog log = roles.newLog().create(term, lease);
    long start = NanoTicker.system().nanos();
    try {
      begin(log, lease);
    } catch (ColonnadeException e) {
      // Still a follower; the role is examined again.
      log.depose();
      LOG.warn("leadership was not served term={}", term, e);
      return;
    }
    leading = log;
    try {
      applier.detach();
      listener.promote(leaderStore(log, lease));
      logServing(term, start);
    } catch (ColonnadeException e) {
      LOG.warn("leadership was not served term={}", term, e);
      stopServing();
    }
  }

  private LeaderStore leaderStore(RaftBatchLog log, LeaderLease lease) {
    return new LeaderStore(store.rocks(), log, lease, store.folder().resolve("spool"));
  }

  private static void logServing(long term, long startNanos) {
    LOG.info(
        "serving as the leader term={} startMillis={}",
        term,
        (NanoTicker.system().nanos() - startNanos) / 1_000_000);
  }

  private void lead(long term) {
    LeaderLease lease = roles.newLease().get();
    RaftBatchLog log = roles.newLog().create(term, lease);
    leading = log;
    isServing = true;
    long start = NanoTicker.system().nanos();
    try {
      begin(log, lease);
      listener.lead(leaderStore(log, lease));
      logServing(term, start);
    } catch (ColonnadeException e) {
      // Without a majority, for example; the role is examined again.
      LOG.warn("leadership was not served term={}", term, e);
      stopServing();
    }
  }

  /**
   * Makes the leader that is served a follower. Returns false if the listener is not able to: it
   * must be stopped.
   */
  private boolean demote() {
    RaftBatchLog log = requireNonNull(leading, "leading is null");
    long start = NanoTicker.system().nanos();
    log.depose();
    if (!listener.endLeadership()) {
      return false;
    }
    leading = null;
    try {
      applier.attach(() -> listener.demote(followerStore()));
    } catch (ColonnadeException e) {
      LOG.warn("the leader was not made a follower, which is opened instead", e);
      return false;
    }
    LOG.info(
        "serving as a follower, after leading leader={} millis={}",
        roles.leader().get(),
        (NanoTicker.system().nanos() - start) / 1_000_000);
    return true;
  }

  private FollowerStore followerStore() {
    return new FollowerStore(store.rocks(), roles.leader(), roles.newFreshness().get());
  }

  private void follow() {
    isServing = true;
    FollowerStore followed = followerStore();
    applier.attach(() -> listener.follow(followed));
    LOG.info("serving as a follower leader={}", roles.leader().get());
  }

  private void stopServing() {
    RaftBatchLog log = leading;
    if (log != null) {
      log.depose();
    }
    if (isServing) {
      long start = NanoTicker.system().nanos();
      listener.stop();
      applier.detach();
      LOG.info("stopped serving millis={}", (NanoTicker.system().nanos() - start) / 1_000_000);
    }
    leading = null;
    isServing = false;
  }

  @Override
  public void close() {
    isClosed = true;
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    events.add(() -> {});
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
