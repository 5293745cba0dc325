package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.sequence.cache.AllocationRequest.Reserved;
import dev.colonnade.sequence.definition.SequenceArithmetic;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lock-free cache of the reserved values of one sequence, with prefetch.
 *
 * <p><b>Fast path.</b> {@link #tryNext} is one atomic add on the current segment ({@link
 * SegmentChain}): lock-free, and it creates no objects. All other operations use one lock, which is
 * never held during a write or the completion of a future, so that an event loop may acquire it.
 *
 * <p><b>Refill.</b> A refill reserves values by a conditional write of the record; its values
 * become available when the write is durable. At most one write is in progress; the claim that
 * passes the low-water mark of a segment starts the refill on the executor (prefetch), long before
 * the segment is used up. The refill serves the waiting requests in FIFO order, and the remaining
 * values become the next segment.
 *
 * <p><b>Epoch fencing.</b> {@link #install} closes the segments before the statement that created a
 * new epoch returns. A claim whose add precedes the closing returns a value from before the change,
 * and is concurrent with the statement; no later claim succeeds in the old segments.
 */
public final class SegmentCache {
  /**
   * Maximum number of waiting requests per sequence; further requests fail with OVERLOADED
   * (admission control).
   */
  public static final int WAITERS_MAX = 100_000;

  /** Maximum number of values in one request. */
  public static final long REQUEST_MAX = 1L << 30;

  /** No deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  private final CacheDependencies dependencies;
  private final SegmentChain chain;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock, except for {@link CacheState#record} and {@link CacheState#phase}. */
  private final CacheState state;

  /** Time of the earliest scheduled timer task, if {@code hasTimer}. Guarded by the lock. */
  private long timerNanos;

  private boolean hasTimer;

  /** Future of {@link #close}; null before the first call. */
  private volatile @Nullable CompletableFuture<Void> closing;

  public SegmentCache(
      SequenceRecord record,
      Function<SequenceOptions, BlockSizeLimits> limits,
      CacheDependencies dependencies) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    chain = new SegmentChain(this::lowWaterPassed);
    state = new CacheState(record, limits, chain);
  }

  /** Returns the latest installed record. Never blocks. */
  public SequenceRecord record() {
    return state.record();
  }

  /** Returns whether the sequence was dropped. Never blocks. */
  public boolean isDropped() {
    return state.phase() == CachePhase.DROPPED;
  }

  /**
   * Claims the next value if one is cached; returns whether it did. Lock-free; creates no objects.
   */
  public boolean tryNext(LongResult into) {
    return chain.tryClaim(into);
  }

  /**
   * Allocates the next value, from a segment or, if the cache is empty, after a refill. Does not
   * block. The future fails like that of {@link #reserve}.
   */
  public CompletableFuture<Long> next(long timeoutNanos) {
    return request(1, true, true, timeoutNanos)
        .thenApply(reserved -> reserved.runs().getFirst().first());
  }

  /**
   * Allocates {@code count} values, in runs. If the cached segments contain that many, or if the
   * sequence is ordered, the values come from the segments first; otherwise all of them are
   * reserved for this call alone.
   *
   * <p>The future fails with SEQUENCE_LIMIT if the sequence has fewer values left;
   * DEADLINE_EXCEEDED after {@code timeoutNanos}; UNKNOWN_SEQUENCE if the sequence was dropped;
   * OVERLOADED; SHUTTING_DOWN; or with the failure of the reservation. Values that were already
   * allocated to a failed request are wasted.
   */
  public CompletableFuture<List<ValueRun>> reserve(long count, long timeoutNanos) {
    boolean isOrdered = record().options().mode() == SequenceMode.ORDERED;
    return request(count, isOrdered || count <= chain.unclaimed(), false, timeoutNanos)
        .thenApply(Reserved::runs);
  }

  /** Variant of {@link #reserve} that always uses the cached values first. */
  public CompletableFuture<List<ValueRun>> nextMany(long count, long timeoutNanos) {
    return request(count, true, false, timeoutNanos).thenApply(Reserved::runs);
  }

  /**
   * Variant of {@link #reserve} that leases a block to a session: up to {@code countMax} values,
   * never from the cached segments.
   */
  CompletableFuture<Reserved> leaseBlock(long countMax, long timeoutNanos) {
    SequenceRecord now = record();
    long remaining = SequenceArithmetic.remaining(now.options(), now.position());
    return request(Math.clamp(remaining, 1, countMax), false, false, timeoutNanos)
        .whenComplete((reserved, failure) -> countLease(reserved));
  }

  /** Ends the lease of a block of {@code count} values, of which {@code unusedCount} are wasted. */
  void releaseBlock(long count, long unusedCount) {
    lock.lock();
    try {
      state.counters().released(count, unusedCount);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the statistics since the cache was created. */
  public CacheStatistics statistics() {
    lock.lock();
    try {
      return state.counters().statistics(chain.claimed());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Suspends allocation for an exclusive command that changes the sequence, until {@link #install}
   * or {@link #changeFailed}. Returns the position of the sequence without its unused values.
   *
   * @param stored the record that the command has read
   */
  public SequencePosition freeze(SequenceRecord stored) {
    lock.lock();
    try {
      return state.freezeForChange(stored);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Installs the record of a change that was written, and invalidates values of an older epoch
   * (fencing).
   */
  public void install(SequenceRecord changed) {
    update(
        () -> {
          state.install(changed);
          return List.of();
        });
  }

  /**
   * Resumes allocation after a change that was not written. If it is unknown whether the change was
   * written, all cached values are invalidated, since the change may have returned them, and
   * allocation ends.
   */
  public void changeFailed(boolean isUnknown) {
    update(() -> isUnknown ? markBroken() : state.thawAfterChange());
  }

  /**
   * Ends allocation after the sequence was dropped; waiting requests fail with UNKNOWN_SEQUENCE.
   */
  public void drop() {
    update(state::drop);
  }

  /**
   * Starts to return the unused values and resets the block size, if no request, write or change is
   * in progress. Returns whether a return was started.
   */
  public boolean evict() {
    PositionWrite write;
    lock.lock();
    try {
      if (!state.isEvictable()) {
        return false;
      }
      write = state.planReturn();
    } finally {
      lock.unlock();
    }
    if (write == null) {
      update(state::thawAfterReturn);
      return false;
    }
    submit(write);
    return true;
  }

  /** Ends allocation and returns the unused values. The future completes when they are returned. */
  public CompletableFuture<Void> close() {
    update(() -> state.phase() == CachePhase.OPEN ? state.close() : List.of());
    CompletableFuture<Void> closed = new CompletableFuture<>();
    closing = closed;
    returnUnusedIfClosing();
    return closed;
  }

  private CompletableFuture<Reserved> request(
      long count, boolean fromSegments, boolean wantsBlock, long timeoutNanos) {
    AllocationRequest request = newRequest(count, wantsBlock, timeoutNanos);
    boolean starts;
    lock.lock();
    try {
      admit(request, fromSegments);
      if (!request.isServed()) {
        state.queue().add(request);
        state.counters().waited();
        scheduleExpiry(request);
      }
      starts = state.tryStartRefill();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      lock.unlock();
    }
    if (request.isServed()) {
      request.complete();
    }
    if (starts) {
      startRefill();
    }
    return request.future();
  }

  private AllocationRequest newRequest(long count, boolean wantsBlock, long timeoutNanos) {
    boolean hasDeadline = timeoutNanos != NO_TIMEOUT;
    long deadlineNanos = hasDeadline ? dependencies.ticker().nanos() + timeoutNanos : 0;
    return new AllocationRequest(count, wantsBlock, deadlineNanos, hasDeadline);
  }

  /**
   * Rejects a request that cannot be served, and serves it from the cached segments as far as
   * allowed.
   */
  private void admit(AllocationRequest request, boolean fromSegments) {
    SequenceRecord now = record();
    if (state.phase() != CachePhase.OPEN) {
      throw state.phase().refusal(now.name());
    }
    if (state.queue().size() >= WAITERS_MAX) {
      throw new ColonnadeException(
          ErrorCode.OVERLOADED,
          "too many requests wait for sequence values: sequence=%s max=%d"
              .formatted(now.name(), WAITERS_MAX));
    }
    requireServable(now, request.count());
    if (!fromSegments || !state.mayClaim()) {
      return;
    }
    long unreserved = SequenceArithmetic.remaining(now.options(), now.position());
    if (request.count() > 1 && request.count() - chain.unclaimed() > unreserved) {
      throw now.limitReached();
    }
    chain.claimUpTo(request.count()).forEach(run -> request.add(run, now.epoch()));
  }

  private static void requireServable(SequenceRecord record, long count) {
    if (count < 1 || count > REQUEST_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "number of values to reserve is out of range: count=%d min=1 max=%d"
              .formatted(count, REQUEST_MAX));
    }
    if (SequenceArithmetic.runsMax(record.options(), count) > CacheState.RUNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "the cycle of the sequence is too short for so many values at once: count=%d runsMax=%d"
              .formatted(count, CacheState.RUNS_MAX));
    }
  }

  private void lowWaterPassed(Segment segment, long index) {
    long now = dependencies.ticker().nanos();
    boolean isNested = lock.isHeldByCurrentThread();
    boolean starts;
    lock.lock();
    try {
      state.lowWaterPassed(segment, index, now);
      starts = !isNested && state.tryStartRefill();
    } finally {
      lock.unlock();
    }
    if (starts) {
      startRefill();
    }
  }

  /**
   * Submits the refill; called by the thread for which {@link CacheState#tryStartRefill} returned
   * true.
   */
  private void startRefill() {
    try {
      dependencies.executor().execute(this::refill);
    } catch (RejectedExecutionException e) {
      update(
          () ->
              state.refillFailed(
                  new ColonnadeException(
                      ErrorCode.OVERLOADED, "no thread is available to reserve values", e)));
    }
  }

  private void refill() {
    try {
      PositionWrite write = planRefill();
      if (write != null) {
        Failpoint.SEQUENCE_BEFORE_RESERVE.pass();
        submit(write);
      }
    } catch (RuntimeException | Error e) {
      update(() -> state.refillFailed(toColonnadeException(e)));
    }
  }

  private @Nullable PositionWrite planRefill() {
    List<AllocationRequest> unservable;
    PositionWrite write;
    lock.lock();
    try {
      unservable = state.failUnservable();
      write = state.planRefill();
    } finally {
      lock.unlock();
    }
    unservable.forEach(AllocationRequest::complete);
    if (write == null) {
      returnUnusedIfClosing();
    }
    return write;
  }

  private void submit(PositionWrite write) {
    long startNanos = dependencies.ticker().nanos();
    CompletableFuture<?> written;
    try {
      written = dependencies.store().replace(write.before(), write.after());
    } catch (RuntimeException | Error e) {
      written = CompletableFuture.failedFuture(e);
    }
    var _ = written.whenComplete((done, failure) -> writeCompleted(write, failure, startNanos));
  }

  private void writeCompleted(PositionWrite write, @Nullable Throwable failure, long startNanos) {
    try {
      if (failure != null) {
        writeFailed(write, toColonnadeException(failure));
      } else if (write.isReturn()) {
        update(
            () -> {
              state.returnCompleted(write);
              return List.of();
            });
      } else {
        Failpoint.SEQUENCE_AFTER_RESERVE.pass();
        long now = dependencies.ticker().nanos();
        update(() -> state.refillCompleted(write, now - startNanos, now));
      }
    } catch (RuntimeException | Error e) {
      update(() -> state.refillFailed(toColonnadeException(e)));
    }
    returnUnusedIfClosing();
  }

  private void writeFailed(PositionWrite write, ColonnadeException reason) {
    boolean isUnknown = reason.code() == ErrorCode.COMMIT_UNKNOWN;
    if (write.isReturn()) {
      update(() -> isUnknown ? markBroken() : state.returnFailed(write));
    } else if (reason.code() == ErrorCode.SERIALIZATION_FAILURE) {
      SequenceRecord stored = dependencies.store().read(write.after().id());
      update(() -> state.refillConflicted(write, stored));
    } else {
      update(() -> state.refillFailed(reason));
    }
  }

  /** Returns the unused values if the cache is being closed and no write is in progress. */
  private void returnUnusedIfClosing() {
    CompletableFuture<Void> closed = closing;
    if (closed == null || closed.isDone()) {
      return;
    }
    PositionWrite write;
    lock.lock();
    try {
      if (state.isWriting()) {
        return; // called again when the write completes
      }
      write = state.phase() == CachePhase.CLOSED && state.isFrozen() ? state.planReturn() : null;
    } finally {
      lock.unlock();
    }
    if (write == null) {
      closed.complete(null);
    } else {
      submit(write);
    }
  }

  private List<AllocationRequest> markBroken() {
    return state.phase() == CachePhase.OPEN ? state.markBroken() : List.of();
  }

  /**
   * Changes the state under the lock, then completes finished requests and starts a refill if one
   * is wanted.
   */
  private void update(Supplier<List<AllocationRequest>> change) {
    List<AllocationRequest> done;
    boolean starts;
    lock.lock();
    try {
      done = change.get();
      starts = state.tryStartRefill();
    } finally {
      lock.unlock();
    }
    done.forEach(AllocationRequest::complete);
    if (starts) {
      startRefill();
    }
  }

  /**
   * Schedules {@link #expire} for the deadline of the request, unless it is scheduled earlier.
   * Called under the lock.
   */
  private void scheduleExpiry(AllocationRequest request) {
    if (request.hasDeadline() && (!hasTimer || request.deadlineNanos() - timerNanos < 0)) {
      hasTimer = true;
      timerNanos = request.deadlineNanos();
      long delayNanos = Math.max(0, timerNanos - dependencies.ticker().nanos());
      dependencies.timer().schedule(delayNanos, this::expire);
    }
  }

  private void expire() {
    List<AllocationRequest> expired;
    lock.lock();
    try {
      long now = dependencies.ticker().nanos();
      hasTimer = false;
      expired = state.failExpired(now);
      AllocationRequest earliest = state.queue().earliest();
      if (earliest != null) {
        scheduleExpiry(earliest);
      }
    } finally {
      lock.unlock();
    }
    if (!expired.isEmpty()) {
      completeOnExecutor(expired);
    }
  }

  private void completeOnExecutor(List<AllocationRequest> requests) {
    try {
      dependencies.executor().execute(() -> requests.forEach(AllocationRequest::complete));
    } catch (RejectedExecutionException e) {
      requests.forEach(
          AllocationRequest::complete); // the executor is closed: complete on this thread
    }
  }

  private void countLease(@Nullable Reserved reserved) {
    if (reserved != null) {
      lock.lock();
      try {
        state.counters().leased(reserved.runs().stream().mapToLong(ValueRun::count).sum());
      } finally {
        lock.unlock();
      }
    }
  }

  private static ColonnadeException toColonnadeException(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return cause instanceof ColonnadeException ours
        ? ours
        : new ColonnadeException(
            ErrorCode.INTERNAL, "unexpected failure while reserving values cause=" + cause, cause);
  }
}
