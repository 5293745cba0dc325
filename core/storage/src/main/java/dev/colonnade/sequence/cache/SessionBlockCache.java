package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.prefetch.PrefetchSize;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Cache of one session for one sequence, with PostgreSQL's semantics: a block of values, reserved
 * for this session only, when the previous block is used up.
 *
 * <p>A block is a lease that is valid in one epoch. An allocation checks the epoch first: an
 * allocation that starts after a change has returned sees the new epoch, and does not use the old
 * block (fencing). Thread-safe; allocation from the block is lock-free.
 */
public final class SessionBlockCache {
  private final SegmentCache cache;
  private final NanoTicker ticker;
  private final PrefetchSize size;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final AllocationQueue queue = new AllocationQueue();

  private boolean fetching;
  private boolean released;
  private long fetchedNanos;

  /** Written under the lock. */
  private volatile @Nullable Block block;

  public SessionBlockCache(SegmentCache cache, BlockSizeLimits limits, NanoTicker ticker) {
    this.cache = requireNonNull(cache, "cache is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.size = new PrefetchSize(limits);
  }

  /**
   * Claims the next value of the block, if it has one; returns whether it did. Lock-free; creates
   * no objects.
   */
  public boolean tryNext(LongResult into) {
    Block now = block;
    return now != null && now.epoch == cache.record().epoch() && now.chain.tryClaim(into);
  }

  /** Allocates the next value, from a new block if the current one is used up. Does not block. */
  public CompletableFuture<Long> next(long timeoutNanos) {
    boolean hasDeadline = timeoutNanos != SegmentCache.NO_TIMEOUT;
    AllocationRequest request =
        new AllocationRequest(
            1, true, hasDeadline ? ticker.nanos() + timeoutNanos : 0, hasDeadline);
    boolean starts;
    lock.lock();
    try {
      claimFromBlock(request);
      if (!request.isServed()) {
        queue.add(request);
      }
      starts = tryStartFetch();
    } finally {
      lock.unlock();
    }
    if (request.isServed()) {
      request.complete();
    } else if (starts) {
      fetch(timeoutNanos);
    }
    return request.future().thenApply(reserved -> reserved.runs().getFirst().first());
  }

  /** Releases the block; its unused values are wasted. */
  public void release() {
    lock.lock();
    try {
      released = true;
      releaseBlock();
    } finally {
      lock.unlock();
    }
  }

  private void claimFromBlock(AllocationRequest request) {
    LongResult value = new LongResult();
    Block now = block;
    if (now != null && queue.isEmpty() && tryNext(value)) {
      request.add(new ValueRun(value.value(), 1, 1), now.epoch);
    }
  }

  private boolean tryStartFetch() {
    if (fetching || queue.isEmpty()) {
      return false;
    }
    fetching = true;
    return true;
  }

  private void fetch(long timeoutNanos) {
    long count;
    lock.lock();
    try {
      measure();
      releaseBlock();
      count = Math.max(queue.size(), size.block());
    } finally {
      lock.unlock();
    }
    var _ =
        cache
            .leaseBlock(count, timeoutNanos)
            .whenComplete((reserved, failure) -> fetched(reserved, failure, timeoutNanos));
  }

  private void fetched(
      AllocationRequest.@Nullable Reserved reserved,
      @Nullable Throwable failure,
      long timeoutNanos) {
    List<AllocationRequest> done;
    boolean starts;
    lock.lock();
    try {
      fetching = false;
      done = reserved != null ? allocate(reserved) : fail(requireNonNull(failure));
      starts = tryStartFetch();
    } finally {
      lock.unlock();
    }
    done.forEach(AllocationRequest::complete);
    if (starts) {
      fetch(timeoutNanos);
    }
  }

  private List<AllocationRequest> allocate(AllocationRequest.Reserved reserved) {
    fetchedNanos = ticker.nanos();
    long count = reserved.runs().stream().mapToLong(ValueRun::count).sum();
    if (reserved.epoch() != cache.record().epoch()) {
      cache.releaseBlock(count, count);
      return List.of();
    }
    ReservedValues values =
        new ReservedValues().add(reserved.runs(), new SequencePosition(0, false), 0);
    List<AllocationRequest> done = queue.serve(values, reserved.epoch());
    Block leased = new Block(reserved.epoch(), new SegmentChain((_, _) -> {}), count);
    leased.chain.append(values.toSegments(-1));
    block = leased;
    if (released) {
      releaseBlock();
    }
    return done;
  }

  private List<AllocationRequest> fail(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    ColonnadeException reason =
        cause instanceof ColonnadeException ours
            ? ours
            : new ColonnadeException(
                ErrorCode.INTERNAL,
                "unexpected failure while reserving a block cause=" + cause,
                thrown);
    // Requests with later deadlines continue to wait; the next fetch serves them.
    long nowNanos = ticker.nanos();
    boolean isTimeout = reason.code() == ErrorCode.DEADLINE_EXCEEDED;
    return queue.failIf(
        request -> !isTimeout || request.isExpired(nowNanos),
        request ->
            new ColonnadeException(reason.code(), String.valueOf(reason.getMessage()), reason));
  }

  private void measure() {
    Block now = block;
    if (now != null) {
      size.used(now.count, ticker.nanos() - fetchedNanos);
    }
  }

  private void releaseBlock() {
    Block now = block;
    block = null;
    if (now != null) {
      long unusedCount = now.chain.close().stream().mapToLong(t -> t.unclaimedCount()).sum();
      cache.releaseBlock(now.count, unusedCount);
    }
  }

  private record Block(long epoch, SegmentChain chain, long count) {}
}
