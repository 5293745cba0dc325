package dev.colonnade.sequence.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.sequence.cache.Demand.Reserved;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.Progression;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
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
 * The cache of one sequence: hands out values that were reserved durably before.
 *
 * <p><b>The fast path</b>, {@link #tryNext}, is one atomic add on the segment in use ({@link
 * SegmentChain}): lock-free, and nothing is allocated. Everything else is under one lock, which is
 * never held while something is written or a future completed, so that an event loop may take it.
 *
 * <p><b>Durable first.</b> A reservation is a conditional write of the record. Its values get here
 * when it is on the disk. There is one at a time; the claim that passes the low-water mark of a
 * segment starts it on the executor, long before the segment is used up. It serves those who wait,
 * in the order in which they came, and then makes the next segment of what is left.
 *
 * <p><b>Fencing.</b> {@link #install} closes the segments before the statement that made a new
 * epoch returns. A claim whose add came earlier has its value from before the change, and it
 * overlaps with the statement; no later claim finds anything to claim.
 */
public final class SegmentCache {
  /** Most callers that wait for values of one sequence; one more is refused with OVERLOADED. */
  public static final int WAITERS_MAX = 100_000;

  /** Most values in one request. */
  public static final long REQUEST_MAX = 1L << 30;

  /** No deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  private final CacheSeams seams;
  private final SegmentChain chain;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock, but for {@link CacheState#record}. */
  private final CacheState state;

  /** Guarded by the lock: the time of the earliest alarm that is set. */
  private long alarmNanos;

  private boolean hasAlarm;

  /** Not null once the cache is being closed. */
  private volatile @Nullable CompletableFuture<Void> closing;

  public SegmentCache(
      SequenceRecord record, Function<SequenceOptions, BlockLimits> limits, CacheSeams seams) {
    this.seams = requireNonNull(seams, "seams is null");
    chain = new SegmentChain(this::lowWaterPassed);
    state = new CacheState(record, limits, chain);
  }

  /** The record as far as it is known here. Never waits. */
  public SequenceRecord record() {
    return state.record();
  }

  /** Whether the sequence is gone. Never waits. */
  public boolean isDropped() {
    return state.phase() == CachePhase.DROPPED;
  }

  /** Claims the next value, if there is one at hand. Never waits, allocates nothing. */
  public boolean tryNext(LongResult into) {
    return chain.tryClaim(into);
  }

  /**
   * The next value, from a segment or, if there is none, by way of a reservation that makes one.
   * Does not wait itself. See {@link #reserve} for how the future fails.
   */
  public CompletableFuture<Long> next(long timeoutNanos) {
    return demand(1, true, true, timeoutNanos)
        .thenApply(reserved -> reserved.runs().getFirst().first());
  }

  /**
   * The next {@code count} values, in runs. A few are taken from the segments at hand, many are
   * reserved for this call alone, unless the sequence is ordered.
   *
   * <p>The future fails with SEQUENCE_LIMIT if there are not so many; DEADLINE_EXCEEDED after
   * {@code timeoutNanos}; UNKNOWN_SEQUENCE if the sequence was dropped; OVERLOADED; SHUTTING_DOWN;
   * or with what the reservation failed with. What it then got already is wasted.
   */
  public CompletableFuture<List<ValueRun>> reserve(long count, long timeoutNanos) {
    boolean isOrdered = record().options().mode() == SequenceMode.ORDERED;
    return demand(count, isOrdered || count <= chain.unclaimed(), false, timeoutNanos)
        .thenApply(Reserved::runs);
  }

  /** As {@link #reserve}, with all that the segments at hand have first. */
  public CompletableFuture<List<ValueRun>> nextMany(long count, long timeoutNanos) {
    return demand(count, true, false, timeoutNanos).thenApply(Reserved::runs);
  }

  /** As {@link #reserve}, never from the segments at hand: a block for a session. */
  CompletableFuture<Reserved> block(long countMax, long timeoutNanos) {
    SequenceRecord now = record();
    long remaining = Progression.remaining(now.options(), now.position());
    return demand(Math.clamp(remaining, 1, countMax), false, false, timeoutNanos)
        .whenComplete((reserved, failure) -> heldIfSucceeded(reserved));
  }

  /** A session is through with a block. */
  void blockReleased(long count, long unusedCount) {
    lock.lock();
    try {
      state.counters().released(count, unusedCount);
    } finally {
      lock.unlock();
    }
  }

  public CacheStatistics statistics() {
    lock.lock();
    try {
      return state.counters().statistics(chain.claimed());
    } finally {
      lock.unlock();
    }
  }

  /**
   * For an exclusive command that changes the sequence: hands nothing out until {@link #install} or
   * {@link #changeFailed}, and tells where the sequence stands if unused values are given back.
   *
   * @param stored the record as the command finds it
   */
  public Position freeze(SequenceRecord stored) {
    lock.lock();
    try {
      return state.freezeForChange(stored);
    } finally {
      lock.unlock();
    }
  }

  /** A change was written. Values of an older epoch are not handed out any more. */
  public void install(SequenceRecord changed) {
    underLock(
        () -> {
          state.install(changed);
          return List.of();
        });
  }

  /**
   * A change was not written, or not certainly: then nothing is handed out any more, as it may have
   * given values back.
   */
  public void changeFailed(boolean isUnknown) {
    underLock(() -> isUnknown ? breakDown() : state.thawAfterChange());
  }

  /** The sequence was dropped. */
  public void drop() {
    underLock(state::drop);
  }

  /**
   * Gives back what is unused, if nobody is busy with the sequence, and lets it begin anew. Returns
   * whether that was tried.
   */
  public boolean retire() {
    Flight flight;
    lock.lock();
    try {
      if (!state.mayRetire()) {
        return false;
      }
      flight = state.giveBack();
    } finally {
      lock.unlock();
    }
    if (flight == null) {
      underLock(state::thawAfterGivingBack);
      return false;
    }
    write(flight);
    return true;
  }

  /** Ends handing out, and gives back what is unused. The future completes when that is done. */
  public CompletableFuture<Void> close() {
    underLock(() -> state.phase() == CachePhase.OPEN ? state.close() : List.of());
    CompletableFuture<Void> closed = new CompletableFuture<>();
    closing = closed;
    giveBackAtEnd();
    return closed;
  }

  private CompletableFuture<Reserved> demand(
      long count, boolean fromSegments, boolean wantsBlock, long timeoutNanos) {
    Demand demand = newDemand(count, wantsBlock, timeoutNanos);
    boolean starts;
    lock.lock();
    try {
      admit(demand, fromSegments);
      if (!demand.isServed()) {
        state.queue().add(demand);
        state.counters().waited();
        setAlarm(demand);
      }
      starts = state.claimFlight();
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    } finally {
      lock.unlock();
    }
    if (demand.isServed()) {
      demand.complete();
    }
    if (starts) {
      launch();
    }
    return demand.future();
  }

  private Demand newDemand(long count, boolean wantsBlock, long timeoutNanos) {
    boolean hasDeadline = timeoutNanos != NO_TIMEOUT;
    long deadlineNanos = hasDeadline ? seams.ticker().nanos() + timeoutNanos : 0;
    return new Demand(count, wantsBlock, deadlineNanos, hasDeadline);
  }

  /** Serves the demand from segments as far as it may be; refuses what cannot be. */
  private void admit(Demand demand, boolean fromSegments) {
    SequenceRecord now = record();
    if (state.phase() != CachePhase.OPEN) {
      throw state.phase().refusal(now.name());
    }
    if (state.queue().size() >= WAITERS_MAX) {
      throw new ColonnadeException(
          ErrorCode.OVERLOADED,
          "too many wait for values: sequence=%s max=%d".formatted(now.name(), WAITERS_MAX));
    }
    requireServable(now, demand.count());
    if (!fromSegments || !state.mayClaim()) {
      return;
    }
    long beyond = Progression.remaining(now.options(), now.position());
    if (demand.count() > 1 && demand.count() - chain.unclaimed() > beyond) {
      throw now.exhausted();
    }
    chain.claimUpTo(demand.count()).forEach(run -> demand.add(run, now.epoch()));
  }

  private static void requireServable(SequenceRecord record, long count) {
    if (count < 1 || count > REQUEST_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "number of values to reserve is out of range: count=%d min=1 max=%d"
              .formatted(count, REQUEST_MAX));
    }
    if (Progression.runsMax(record.options(), count) > CacheState.RUNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "the cycle of the sequence is too short for so many values at once: count=%d runsMax=%d"
              .formatted(count, CacheState.RUNS_MAX));
    }
  }

  private void lowWaterPassed(Segment segment, long index) {
    long now = seams.ticker().nanos();
    boolean isNested = lock.isHeldByCurrentThread();
    boolean starts;
    lock.lock();
    try {
      state.lowWaterPassed(segment, index, now);
      starts = !isNested && state.claimFlight();
    } finally {
      lock.unlock();
    }
    if (starts) {
      launch();
    }
  }

  /** Whoever claimed a flight calls this. */
  private void launch() {
    try {
      seams.executor().execute(this::fly);
    } catch (RejectedExecutionException e) {
      underLock(
          () ->
              state.failed(
                  new ColonnadeException(
                      ErrorCode.OVERLOADED, "no thread is left to reserve values", e)));
    }
  }

  private void fly() {
    try {
      Flight flight = plan();
      if (flight != null) {
        Failpoint.SEQUENCE_BEFORE_RESERVE.pass();
        write(flight);
      }
    } catch (RuntimeException | Error e) {
      underLock(() -> state.failed(known(e)));
    }
  }

  private @Nullable Flight plan() {
    List<Demand> unservable;
    Flight flight;
    lock.lock();
    try {
      unservable = state.failUnservable();
      flight = state.plan();
    } finally {
      lock.unlock();
    }
    unservable.forEach(Demand::complete);
    if (flight == null) {
      giveBackAtEnd();
    }
    return flight;
  }

  private void write(Flight flight) {
    long startNanos = seams.ticker().nanos();
    CompletableFuture<?> written;
    try {
      written = seams.log().replace(flight.before(), flight.after());
    } catch (RuntimeException | Error e) {
      written = CompletableFuture.failedFuture(e);
    }
    var _ = written.whenComplete((done, failure) -> land(flight, failure, startNanos));
  }

  private void land(Flight flight, @Nullable Throwable failure, long startNanos) {
    try {
      if (failure != null) {
        crash(flight, known(failure));
      } else if (flight.givesBack()) {
        underLock(
            () -> {
              state.gaveBack(flight);
              return List.of();
            });
      } else {
        Failpoint.SEQUENCE_AFTER_RESERVE.pass();
        long now = seams.ticker().nanos();
        underLock(() -> state.arrived(flight, now - startNanos, now));
      }
    } catch (RuntimeException | Error e) {
      underLock(() -> state.failed(known(e)));
    }
    giveBackAtEnd();
  }

  private void crash(Flight flight, ColonnadeException reason) {
    boolean isUnknown = reason.code() == ErrorCode.COMMIT_UNKNOWN;
    if (flight.givesBack()) {
      underLock(() -> isUnknown ? breakDown() : state.gaveNothingBack(flight));
    } else if (reason.code() == ErrorCode.SERIALIZATION_FAILURE) {
      SequenceRecord stored = seams.log().read(flight.after().id());
      underLock(() -> state.conflicted(flight, stored));
    } else {
      underLock(() -> state.failed(reason));
    }
  }

  /** When the cache is closed and nothing is under way any more. */
  private void giveBackAtEnd() {
    CompletableFuture<Void> closed = closing;
    if (closed == null || closed.isDone()) {
      return;
    }
    Flight flight;
    lock.lock();
    try {
      if (state.isFlying()) {
        return; // comes here again when it lands
      }
      flight = state.phase() == CachePhase.CLOSED && state.isFrozen() ? state.giveBack() : null;
    } finally {
      lock.unlock();
    }
    if (flight == null) {
      closed.complete(null);
    } else {
      write(flight);
    }
  }

  private List<Demand> breakDown() {
    return state.phase() == CachePhase.OPEN ? state.breakDown() : List.of();
  }

  /** Changes the state, tells those who are done, and begins a flight if one is wanted. */
  private void underLock(Supplier<List<Demand>> change) {
    List<Demand> done;
    boolean starts;
    lock.lock();
    try {
      done = change.get();
      starts = state.claimFlight();
    } finally {
      lock.unlock();
    }
    done.forEach(Demand::complete);
    if (starts) {
      launch();
    }
  }

  /** Has those fail whose time is over, when it is over. Under the lock. */
  private void setAlarm(Demand demand) {
    if (demand.hasDeadline() && (!hasAlarm || demand.deadlineNanos() - alarmNanos < 0)) {
      hasAlarm = true;
      alarmNanos = demand.deadlineNanos();
      long delayNanos = Math.max(0, alarmNanos - seams.ticker().nanos());
      seams.alarm().after(delayNanos, this::expire);
    }
  }

  private void expire() {
    List<Demand> expired;
    lock.lock();
    try {
      long now = seams.ticker().nanos();
      hasAlarm = false;
      expired = state.failDue(now);
      Demand earliest = state.queue().earliest();
      if (earliest != null) {
        setAlarm(earliest);
      }
    } finally {
      lock.unlock();
    }
    if (!expired.isEmpty()) {
      tell(expired);
    }
  }

  private void tell(List<Demand> demands) {
    try {
      seams.executor().execute(() -> demands.forEach(Demand::complete));
    } catch (RejectedExecutionException e) {
      demands.forEach(Demand::complete); // better here than never
    }
  }

  private void heldIfSucceeded(@Nullable Reserved reserved) {
    if (reserved != null) {
      lock.lock();
      try {
        state.counters().held(reserved.runs().stream().mapToLong(ValueRun::count).sum());
      } finally {
        lock.unlock();
      }
    }
  }

  private static ColonnadeException known(Throwable thrown) {
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
