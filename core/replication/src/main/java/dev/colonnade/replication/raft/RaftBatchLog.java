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
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.exceptions.ResourceUnavailableException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

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

  /** Set when this member is known not to be the leader of the term any more. */
  private volatile boolean isDeposed;

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

  @Override
  public void append(byte[] batch) {
    LogEntry.requireFits(batch.length);
    if (isDeposed) {
      throw lost();
    }
    long start = ticker.nanos();
    long number = proposals.nextNumber();
    CompletableFuture<Proposals.Outcome> outcome = proposals.expect(term, number);
    try {
      if (outcome.isDone()) {
        throw lost();
      }
      submit(new LogEntry(term, number, clock.epochNanos(), batch, isOnBase).encode(), outcome);
      switch (decide(outcome)) {
        case APPLIED -> {
          lease.renew(start);
          proposals.appended(ticker.nanos() - start);
        }
        case LOST -> throw lost();
        case UNKNOWN -> throw unknown("a checkpoint was installed");
      }
    } finally {
      proposals.forget(term, number);
    }
  }

  /** Returns whether the lease ends soon. */
  boolean isRenewalDue() {
    return !isDeposed && lease.isRenewalDue();
  }

  /**
   * Hands the entry to Ratis on this thread, without a change of threads. If Ratis reports that it
   * failed, the wait for the outcome, which may become known all the same, is limited.
   */
  private void submit(byte[] entry, CompletableFuture<Proposals.Outcome> outcome) {
    for (int retries = 0; ; retries++) {
      CompletableFuture<RaftClientReply> reply = send(entry);
      if (!isBusy(reply)) {
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

  /** Waits for the outcome, not interruptibly: a group of other statements depends on it. */
  private static Proposals.Outcome decide(CompletableFuture<Proposals.Outcome> outcome) {
    try {
      return outcome.join();
    } catch (CompletionException e) {
      throw unknown("no majority of the members decided it in time");
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
