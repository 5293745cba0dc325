package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one session for one sequence, as PostgreSQL has them: reserved when the session
 * runs out of values, and for nobody else.
 *
 * <p>A block is of one epoch, and is good only in that one. Whoever draws a value looks at the
 * epoch first: a draw that begins after a change has returned sees the new one. Safe for use by
 * many threads; drawing is lock-free.
 */
public final class SessionBlocks {
  private final SegmentCache cache;
  private final NanoTicker ticker;
  private final AdaptiveSize size;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private final DemandQueue queue = new DemandQueue();

  private boolean fetching;
  private boolean dropped;
  private long fetchedNanos;

  /** Written under the lock. */
  private volatile @Nullable Block block;

  public SessionBlocks(SegmentCache cache, BlockLimits limits, NanoTicker ticker) {
    this.cache = requireNonNull(cache, "cache is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.size = new AdaptiveSize(limits);
  }

  /** Draws the next value of the block, if there is one. Never waits, allocates nothing. */
  public boolean tryNext(LongResult into) {
    Block now = block;
    return now != null && now.epoch == cache.record().epoch() && now.chain.tryClaim(into);
  }

  /** The next value, by way of a new block if there is none. Does not wait itself. */
  public CompletableFuture<Long> next(long timeoutNanos) {
    boolean hasDeadline = timeoutNanos != SegmentCache.NO_TIMEOUT;
    Demand demand =
        new Demand(1, true, hasDeadline ? ticker.nanos() + timeoutNanos : 0, hasDeadline);
    boolean starts;
    lock.lock();
    try {
      drawWhatIsThere(demand);
      if (!demand.isServed()) {
        queue.add(demand);
      }
      starts = claimFetch();
    } finally {
      lock.unlock();
    }
    if (demand.isServed()) {
      demand.complete();
    } else if (starts) {
      fetch(timeoutNanos);
    }
    return demand.future().thenApply(reserved -> reserved.runs().getFirst().first());
  }

  /** Gives up the block; its unused values are wasted. */
  public void drop() {
    lock.lock();
    try {
      dropped = true;
      release();
    } finally {
      lock.unlock();
    }
  }

  private void drawWhatIsThere(Demand demand) {
    LongResult value = new LongResult();
    Block now = block;
    if (now != null && queue.isEmpty() && tryNext(value)) {
      demand.add(new ValueRun(value.value(), 1, 1), now.epoch);
    }
  }

  private boolean claimFetch() {
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
      release();
      count = Math.max(queue.size(), size.block());
    } finally {
      lock.unlock();
    }
    var _ =
        cache
            .block(count, timeoutNanos)
            .whenComplete((reserved, failure) -> fetched(reserved, failure, timeoutNanos));
  }

  private void fetched(
      Demand.@Nullable Reserved reserved, @Nullable Throwable failure, long timeoutNanos) {
    List<Demand> done;
    boolean starts;
    lock.lock();
    try {
      fetching = false;
      done = reserved != null ? handOut(reserved) : fail(requireNonNull(failure));
      starts = claimFetch();
    } finally {
      lock.unlock();
    }
    done.forEach(Demand::complete);
    if (starts) {
      fetch(timeoutNanos);
    }
  }

  private List<Demand> handOut(Demand.Reserved reserved) {
    fetchedNanos = ticker.nanos();
    long count = reserved.runs().stream().mapToLong(ValueRun::count).sum();
    if (reserved.epoch() != cache.record().epoch()) {
      cache.blockReleased(count, count);
      return List.of();
    }
    Supply supply = new Supply().add(reserved.runs(), new Position(0, false), 0);
    List<Demand> done = queue.serve(supply, reserved.epoch());
    Block fresh = new Block(reserved.epoch(), new SegmentChain((_, _) -> {}), count);
    fresh.chain.append(supply.toSegments(-1));
    block = fresh;
    if (dropped) {
      release();
    }
    return done;
  }

  private List<Demand> fail(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    ColonnadeException reason =
        cause instanceof ColonnadeException ours
            ? ours
            : new ColonnadeException(ErrorCode.INTERNAL, "no block came cause=" + cause, thrown);
    // Whoever began later has more time; the next fetch is theirs.
    long nowNanos = ticker.nanos();
    boolean isLate = reason.code() == ErrorCode.DEADLINE_EXCEEDED;
    return queue.failIf(
        demand -> !isLate || demand.isDue(nowNanos),
        demand ->
            new ColonnadeException(reason.code(), String.valueOf(reason.getMessage()), reason));
  }

  private void measure() {
    Block now = block;
    if (now != null) {
      size.used(now.count, ticker.nanos() - fetchedNanos);
    }
  }

  private void release() {
    Block now = block;
    block = null;
    if (now != null) {
      long unusedCount = now.chain.close().stream().mapToLong(t -> t.unclaimedCount()).sum();
      cache.blockReleased(now.count, unusedCount);
    }
  }

  private record Block(long epoch, SegmentChain chain, long count) {}
}
