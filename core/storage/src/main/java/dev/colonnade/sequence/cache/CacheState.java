package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceArithmetic;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.prefetch.PrefetchSize;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State of a sequence cache apart from the claim counters: the record, the queue of waiting
 * requests, and the write in progress. Guarded by the lock of {@link SegmentCache}; never blocks
 * and completes no future.
 *
 * <p>The cache has at most one write of the record in progress (a {@link PositionWrite}: a refill
 * or a return of values). Exclusive commands of the commit pipeline (ALTER, setval, ...) also write
 * the record. Both are compare-and-set writes on the version that they read, and each write creates
 * a new version, so one of two concurrent writes fails.
 *
 * <p><b>Frozen</b> means that no value is allocated: while an ALTER needs to know exactly which
 * values were allocated, and while unused values are being returned. The unclaimed values of the
 * chain are retained and are either invalidated or become available again.
 */
final class CacheState {
  /** Maximum number of runs in a reservation. */
  static final int RUNS_MAX = 1024;

  private final Function<SequenceOptions, BlockSizeLimits> limits;
  private final SegmentChain chain;
  private final AllocationQueue queue = new AllocationQueue();
  private final PrefetchSize size;
  private final CacheCounters counters = new CacheCounters();

  /** Written under the lock, read by any thread. */
  private volatile SequenceRecord record;

  /** Written under the lock, read by any thread. */
  private volatile CachePhase phase = CachePhase.OPEN;

  /** True while a write of the record by this cache is in progress. */
  private boolean writing;

  private boolean blockWanted;

  /** Unclaimed values retained while frozen; null while not frozen. */
  private @Nullable List<SegmentChain.Tail> frozen;

  private boolean frozenForChange;

  /** From {@link #freezeForChange} until the change is installed or has failed. */
  private boolean changing;

  /**
   * Ordinal of the next reserved value. It has a gap wherever another writer changed the record, so
   * segments with consecutive ordinals are adjacent in the sequence.
   */
  private long reservedOrdinal;

  /** Ordinal of the claimed value at the last measurement of the usage rate. */
  private long measuredOrdinal;

  private long measuredNanos;
  private boolean hasMeasurement;

  CacheState(
      SequenceRecord record,
      Function<SequenceOptions, BlockSizeLimits> limits,
      SegmentChain chain) {
    this.record = record;
    this.limits = limits;
    this.chain = chain;
    size = new PrefetchSize(limits.apply(record.options()));
  }

  SequenceRecord record() {
    return record;
  }

  AllocationQueue queue() {
    return queue;
  }

  CacheCounters counters() {
    return counters;
  }

  CachePhase phase() {
    return phase;
  }

  boolean isFrozen() {
    return frozen != null;
  }

  boolean isWriting() {
    return writing;
  }

  /**
   * Returns whether a new request may claim from the chain: the cache is not frozen, and no request
   * waits before it.
   */
  boolean mayClaim() {
    return frozen == null && queue.isEmpty();
  }

  /** Measures the usage rate, and requests the prefetch of the next block. */
  void lowWaterPassed(Segment segment, long index, long nowNanos) {
    long ordinal = segment.ordinal() + index;
    if (hasMeasurement && ordinal > measuredOrdinal) {
      size.used(ordinal - measuredOrdinal, nowNanos - measuredNanos);
    }
    measure(ordinal, nowNanos);
    blockWanted = true;
  }

  /**
   * Marks a refill as started if one is wanted and no write is in progress. A caller for which this
   * returns true must run the refill.
   */
  boolean tryStartRefill() {
    boolean isWanted = blockWanted || !queue.isEmpty();
    if (!isWanted || writing || frozen != null || phase != CachePhase.OPEN) {
      return false;
    }
    writing = true;
    return true;
  }

  /** Removes and fails the requests for more values than the sequence has left. */
  List<AllocationRequest> failUnservable() {
    long[] remaining = {SequenceArithmetic.remaining(record.options(), record.position())};
    return queue.failIf(
        request -> {
          boolean fails = request.missingCount() > remaining[0];
          if (!fails && !record.options().cycle()) {
            remaining[0] -= request.missingCount();
          }
          if (fails) {
            counters.lost(request.servedCount());
          }
          return fails;
        },
        request -> record.limitReached());
  }

  /**
   * Plans the reservation for the queue and the next block. Returns null, and ends the refill, if
   * nothing is wanted.
   */
  @Nullable PositionWrite planRefill() {
    SequenceRecord before = record;
    long wanted = 0;
    for (AllocationRequest request : queue.inOrder()) {
      wanted += request.missingCount();
    }
    boolean isGapless = before.options().mode() == SequenceMode.GAPLESS;
    if (!isGapless && (blockWanted || queue.anyWantsBlock())) {
      wanted += size.block();
    }
    blockWanted = false;
    SequenceArithmetic.Allocation allocation =
        SequenceArithmetic.allocate(before.options(), before.position(), wanted, RUNS_MAX);
    if (phase != CachePhase.OPEN || allocation.count() == 0) {
      writing = false;
      return null;
    }
    return new PositionWrite(
        before, before.withPosition(allocation.after()), allocation.runs(), allocation.count());
  }

  /** Adds the values of a completed refill. Returns the requests that are served. */
  List<AllocationRequest> refillCompleted(PositionWrite write, long elapsedNanos, long nowNanos) {
    writing = false;
    counters.refilled(write.count(), elapsedNanos);
    size.written(elapsedNanos);
    if (isSuperseded(write)) {
      counters.wasted(write.count());
      return List.of();
    }
    record = write.after();
    ReservedValues values =
        new ReservedValues().add(write.runs(), write.before().position(), reservedOrdinal);
    if (!hasMeasurement) {
      measure(reservedOrdinal, nowNanos);
    }
    reservedOrdinal += write.count();
    List<SegmentChain.Tail> retained = frozen;
    if (retained == null) {
      return allocate(values);
    }
    for (Segment segment : values.toSegments(size.lowWater(values.count()))) {
      retained.add(new SegmentChain.Tail(segment, 0));
    }
    return List.of();
  }

  /**
   * Handles a refill that failed because the stored record has changed, or is null if it was
   * deleted. Returns the requests that fail.
   */
  List<AllocationRequest> refillConflicted(PositionWrite write, @Nullable SequenceRecord stored) {
    writing = false;
    if (isSuperseded(write)) {
      return List.of(); // a change has already installed its record
    }
    if (stored == null) {
      return drop(); // DROP has written and is about to call drop()
    }
    if (!changing) { // else install() brings the record; the frozen values are still needed
      replaceRecord(stored);
    }
    return List.of();
  }

  /** Handles a failed refill. Returns the requests, which all fail. */
  List<AllocationRequest> refillFailed(ColonnadeException reason) {
    writing = false;
    blockWanted = false;
    counters.failed();
    return failAll(reason);
  }

  /** Removes and fails the requests whose deadline has passed. */
  List<AllocationRequest> failExpired(long nowNanos) {
    return queue.failIf(
        request -> request.isExpired(nowNanos),
        request -> {
          counters.lost(request.servedCount());
          return new ColonnadeException(
              ErrorCode.DEADLINE_EXCEEDED,
              "no sequence value was available before the deadline: sequence=" + record.name());
        });
  }

  /** Removes and fails all requests with copies of {@code reason}. */
  List<AllocationRequest> failAll(ColonnadeException reason) {
    return queue.failIf(
        request -> true,
        request -> {
          counters.lost(request.servedCount());
          return new ColonnadeException(reason.code(), String.valueOf(reason.getMessage()), reason);
        });
  }

  /**
   * Suspends allocation until {@link #install} or {@link #thawAfterChange}, and returns the
   * position of the sequence without its unused values.
   *
   * @param stored the stored record, which no other writer can change during the exclusive command
   */
  SequencePosition freezeForChange(SequenceRecord stored) {
    changing = true;
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
      frozenForChange = true;
    }
    return stored.version() == record.version() ? usedPosition().position() : stored.position();
  }

  /** Resumes allocation after a failed change. Returns the requests that are served. */
  List<AllocationRequest> thawAfterChange() {
    changing = false;
    return frozenForChange ? thaw() : List.of();
  }

  /**
   * Installs the record that a change has written and invalidates all values reserved in an older
   * epoch.
   *
   * <p>Idempotent: a refill that failed because of the change may have installed its record before,
   * and later refills may have written newer versions since; then this call has no effect.
   */
  void install(SequenceRecord changed) {
    changing = false;
    if (changed.version() > record.version()) {
      replaceRecord(changed);
    }
  }

  /**
   * Installs a record that another writer wrote; values reserved later are not adjacent to the
   * cached ones.
   */
  private void replaceRecord(SequenceRecord changed) {
    boolean isNewEpoch = changed.epoch() != record.epoch();
    record = changed;
    reservedOrdinal++;
    if (isNewEpoch) {
      counters.epochChanged();
      counters.lost(queue.restart());
      discard(frozen == null ? chain.close() : frozen);
      resetSize();
    }
  }

  /**
   * Ends allocation. {@link #planReturn} plans the return of unused values. Returns the requests,
   * which all fail.
   */
  List<AllocationRequest> close() {
    moveTo(CachePhase.CLOSED);
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
    }
    return failAll(phase.refusal(record.name()));
  }

  /**
   * Invalidates all values of a dropped sequence. Idempotent. Returns the requests, which all fail.
   */
  List<AllocationRequest> drop() {
    if (phase == CachePhase.OPEN) {
      moveTo(CachePhase.DROPPED);
    }
    discard(frozen == null ? chain.close() : frozen);
    return failAll(phase.refusal(record.name()));
  }

  /**
   * Invalidates all values after a write with an unknown outcome, which may have returned them.
   * Returns the requests, which all fail.
   */
  List<AllocationRequest> markBroken() {
    moveTo(CachePhase.BROKEN);
    discard(frozen == null ? chain.close() : frozen);
    return failAll(phase.refusal(record.name()));
  }

  /** Returns whether the cache has unused values and no request, write or change is in progress. */
  boolean isEvictable() {
    return phase == CachePhase.OPEN
        && !writing
        && frozen == null
        && queue.isEmpty()
        && chain.unclaimed() > 0;
  }

  /**
   * Freezes the cache and plans the return of the unused values at the end of the reserved ones.
   * Returns null, and starts no write, if there are none.
   */
  @Nullable PositionWrite planReturn() {
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
    }
    UsedPosition used = usedPosition();
    if (used.unusedCount() == 0) {
      return null;
    }
    writing = true;
    return new PositionWrite(
        record, record.withPosition(used.position()), List.of(), -used.unusedCount());
  }

  /** Handles the completed return of unused values. */
  void returnCompleted(PositionWrite write) {
    writing = false;
    counters.returned(-write.count());
    if (isSuperseded(write)) {
      return;
    }
    record = write.after();
    discardAllBut(-write.count());
    reservedOrdinal++;
    resetSize();
  }

  /** Handles a failed return of unused values. Returns the requests that are served. */
  List<AllocationRequest> returnFailed(PositionWrite write) {
    writing = false;
    return isSuperseded(write) ? List.of() : thawAfterReturn();
  }

  /** Resumes allocation after a return of unused values, unless a change needs the cache frozen. */
  List<AllocationRequest> thawAfterReturn() {
    if (changing) {
      frozenForChange = true; // install() or thawAfterChange() ends it
      return List.of();
    }
    return thaw();
  }

  private List<AllocationRequest> thaw() {
    List<SegmentChain.Tail> retained = frozen;
    frozen = null;
    frozenForChange = false;
    if (retained == null) {
      return List.of();
    }
    if (phase != CachePhase.OPEN) {
      discard(retained);
      return List.of();
    }
    ReservedValues values = new ReservedValues();
    retained.forEach(values::add);
    return allocate(values);
  }

  /** Serves the queue, then appends the remaining values to the chain. */
  private List<AllocationRequest> allocate(ReservedValues values) {
    List<AllocationRequest> served = queue.serve(values, record.epoch());
    counters.served(values.removedCount());
    boolean isGapless = record.options().mode() == SequenceMode.GAPLESS;
    chain.append(values.toSegments(isGapless ? -1 : size.lowWater(values.count())));
    return served;
  }

  /**
   * Returns the position of the sequence without the unused values at the end of the reserved ones.
   */
  private UsedPosition usedPosition() {
    SequencePosition position = record.position();
    long end = reservedOrdinal;
    List<SegmentChain.Tail> tails = frozen == null ? List.of() : frozen;
    for (SegmentChain.Tail tail : tails.reversed()) {
      Segment segment = tail.segment();
      if (segment.ordinalEnd() != end) {
        break;
      }
      position = segment.positionAfter(tail.claimedCount());
      end -= tail.unclaimedCount();
      if (tail.claimedCount() > 0) {
        break;
      }
    }
    return new UsedPosition(position, reservedOrdinal - end);
  }

  private void discard(List<SegmentChain.Tail> tails) {
    tails.forEach(tail -> counters.wasted(tail.unclaimedCount()));
    frozen = null;
    frozenForChange = false;
  }

  private void discardAllBut(long returnedCount) {
    counters.wasted(-returnedCount);
    discard(frozen == null ? List.of() : frozen);
  }

  /** Returns whether another writer has replaced the record since the write started. */
  private boolean isSuperseded(PositionWrite write) {
    return (phase != CachePhase.OPEN && phase != CachePhase.CLOSED)
        || record.version() != write.before().version();
  }

  private void measure(long ordinal, long nowNanos) {
    measuredOrdinal = ordinal;
    measuredNanos = nowNanos;
    hasMeasurement = true;
  }

  private void resetSize() {
    hasMeasurement = false;
    size.reset(limits.apply(record.options()));
  }

  private void moveTo(CachePhase next) {
    assert phase.successors().contains(next) : "phase=" + phase + " next=" + next;
    phase = next;
  }

  /** Position after the last used value, and the number of reserved values after it. */
  private record UsedPosition(SequencePosition position, long unusedCount) {}
}
