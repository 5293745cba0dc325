package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.replication.log.Proposals;
import dev.colonnade.replication.store.BatchLog;
import dev.colonnade.replication.store.LeaderLease;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ResourceUnavailableException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * Appends of a leader in one term. A proposal is handed to Ratis once. Whatever Ratis reports, its
 * outcome is what {@link Proposals} learns from applied entries; the wait for that is limited, and
 * then the outcome is unknown. Thread-safe.
 */
final class RaftBatchLog implements BatchLog {
  /**
   * Maximum wait for the outcome after Ratis has reported a failure, such as the loss of a term.
   */
  static final Duration DECISION_WAIT_MAX = Duration.ofSeconds(10);

  private static final long BUSY_WAIT_NANOS = 5_000_000;
  private static final int BUSY_RETRIES_MAX = 1000;

  private final RaftServer.Division division;

  /** Interface of the division that executes a request on the calling thread. */
  private final RaftClientAsynchronousProtocol requests;

  private final long term;
  private final Proposals proposals;
  private final LeaderLease lease;
  private final boolean isOnBase;
  private final PhysicalClock clock;
  private final NanoTicker ticker;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();

  /** Held while an entry gets its number and its position in the log. */
  private final ReentrantLock appending = new ReentrantLock();

  /** Set when this member is known not to be the leader of the term any more. */
  private volatile boolean isDeposed;

  /** Set when Ratis has refused an entry for another reason than the loss of leadership. */
  private volatile boolean isRefused;

  RaftBatchLog(
      RaftServer.Division division,
      long term,
      Proposals proposals,
      LeaderLease lease,
      boolean isOnBase) {
    this.division = requireNonNull(division, "division is null");
    requests = (RaftClientAsynchronousProtocol) division;
    this.term = term;
    this.proposals = requireNonNull(proposals, "proposals is null");
    this.lease = requireNonNull(lease, "lease is null");
    this.isOnBase = isOnBase;
    clock = PhysicalClock.system();
    ticker = NanoTicker.system();
  }

  long term() {
    return term;
  }

  /** Refuses further appends: the member does not lead this term any more. */
  void depose() {
    isDeposed = true;
    lease.revoke();
  }

  /** Returns whether appends are refused. */
  boolean isDeposed() {
    return isDeposed;
  }

  /** Returns whether no other member can have become the leader. */
  boolean isCurrent() {
    return !isDeposed && lease.isValid();
  }

  /**
   * Returns whether this log accepts no more entries although the member may still lead the term: a
   * new log must be created from what is applied.
   */
  boolean isRefused() {
    return isRefused;
  }

  @Override
  public CompletableFuture<Void> appendAsync(byte[] batch) {
    LogEntry.requireFits(batch.length);
    long start = ticker.nanos();
    appending.lock();
    try {
      return append(batch, start);
    } finally {
      appending.unlock();
    }
  }

  private CompletableFuture<Void> append(byte[] batch, long startNanos) {
    if (isDeposed) {
      throw lost();
    }
    long number = proposals.nextNumber();
    CompletableFuture<Proposals.Outcome> outcome = proposals.expect(term, number);
    boolean isSubmitted = false;
    try {
      if (outcome.isDone()) {
        throw lost();
      }
      submit(new LogEntry(term, number, clock.epochNanos(), batch, isOnBase).encode(), outcome);
      isSubmitted = true;
    } finally {
      if (!isSubmitted) {
        proposals.forget(term, number);
      }
    }
    return outcome.handle(
        (decided, failure) -> {
          proposals.forget(term, number);
          decide(failure == null ? decided : Proposals.Outcome.UNKNOWN, failure, startNanos);
          return null;
        });
  }

  private void decide(Proposals.Outcome outcome, @Nullable Throwable failure, long startNanos) {
    switch (outcome) {
      case APPLIED -> {
        lease.renew(startNanos);
        proposals.appended(ticker.nanos() - startNanos);
      }
      case LOST -> throw lost();
      case UNKNOWN ->
          throw unknown(
              failure == null
                  ? "a checkpoint was installed"
                  : "no majority of the members decided it in time");
    }
  }

  /** Returns whether the lease ends soon. */
  boolean isRenewalDue() {
    return !isDeposed && lease.isRenewalDue();
  }

  /**
   * Hands the entry to Ratis on this thread, which gives it its position in the log. If Ratis
   * reports that it failed, the wait for the outcome, which may become known all the same, is
   * limited. If it reports that at once, no entry is appended after it in this term: a later one
   * may build on it.
   */
  private void submit(byte[] entry, CompletableFuture<Proposals.Outcome> outcome) {
    for (int retries = 0; ; retries++) {
      CompletableFuture<RaftClientReply> reply = send(entry);
      if (!isBusy(reply)) {
        if (hasFailed(reply)) {
          depose();
          isRefused = !isLeadershipLost(reply);
        }
        var _ =
            reply.whenComplete(
                (done, failure) -> {
                  if (failure != null || !done.isSuccess()) {
                    outcome.orTimeout(DECISION_WAIT_MAX.toNanos(), TimeUnit.NANOSECONDS);
                  }
                });
        return;
      }
      if (retries == BUSY_RETRIES_MAX) {
        throw new ColonnadeException(
            ErrorCode.OVERLOADED, "the replicated log accepts no more entries");
      }
      LockSupport.parkNanos(BUSY_WAIT_NANOS);
    }
  }

  private static boolean hasFailed(CompletableFuture<RaftClientReply> reply) {
    return reply.isDone() && (reply.isCompletedExceptionally() || !reply.join().isSuccess());
  }

  private static boolean isLeadershipLost(CompletableFuture<RaftClientReply> failed) {
    return !failed.isCompletedExceptionally()
        && (failed.join().getException() instanceof NotLeaderException
            || failed.join().getException() instanceof LeaderSteppingDownException);
  }

  /** Returns whether Ratis has refused the entry because of its limits; it was not appended. */
  private static boolean isBusy(CompletableFuture<RaftClientReply> reply) {
    return reply.isDone()
        && !reply.isCompletedExceptionally()
        && reply.join().getException() instanceof ResourceUnavailableException;
  }

  private CompletableFuture<RaftClientReply> send(byte[] entry) {
    try {
      return requests.submitClientRequestAsync(
          RaftClientRequest.newBuilder()
              .setClientId(client)
              .setServerId(division.getId())
              .setGroupId(division.getMemberId().getGroupId())
              .setCallId(calls.incrementAndGet())
              .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(entry)))
              .setType(RaftClientRequest.writeRequestType())
              .build());
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static ColonnadeException lost() {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "this server lost the leadership of the cluster before the commit, which did not happen");
  }

  private static ColonnadeException unknown(String reason) {
    return new ColonnadeException(
        ErrorCode.COMMIT_UNKNOWN,
        "the commit may have happened, or may happen under another leader: " + reason);
  }
}
