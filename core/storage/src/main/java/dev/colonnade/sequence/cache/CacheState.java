package dev.colonnade.sequence.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.Progression;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything about the cache of a sequence that is not the claim of a value: what is reserved, who
 * waits, what is being written. Guarded by the lock of {@link SegmentCache}; waits for nothing and
 * completes no future.
 *
 * <p>At most one write of the record is under way (a {@link Flight}). Besides, the record is
 * changed by exclusive commands of the commit pipeline, for ALTER and its like. Both go out from
 * the version that they read, and each write makes a new version, so one of two that meet fails.
 *
 * <p><b>Frozen</b> means that no value is handed out: while an ALTER needs to know exactly which
 * values are out, and while unused ones are given back. What was in the chain is kept aside and
 * either becomes void or is handed out again.
 */
final class CacheState {
  /** Most runs in a reservation. */
  static final int RUNS_MAX = 1024;

  private final Function<SequenceOptions, BlockLimits> limits;
  private final SegmentChain chain;
  private final DemandQueue queue = new DemandQueue();
  private final AdaptiveSize size;
  private final CacheCounters counters = new CacheCounters();

  /** Written under the lock, read by anyone. */
  private volatile SequenceRecord record;

  /** Written under the lock, read by anyone. */
  private volatile CachePhase phase = CachePhase.OPEN;

  private boolean flying;
  private boolean blockWanted;

  /** Not null while frozen. */
  private @Nullable List<SegmentChain.Tail> frozen;

  private boolean frozenForChange;

  /** From {@link #freezeForChange} until the change is installed or has failed. */
  private boolean changing;

  /**
   * Rises with every reserved value, and leaves a gap where someone else reserved: neighbouring
   * segments have neighbouring ordinals.
   */
  private long reservedOrdinal;

  /** How far values had gone, and when, at the last look at how fast they go. */
  private long markOrdinal;

  private long markNanos;
  private boolean hasMark;

  CacheState(
      SequenceRecord record, Function<SequenceOptions, BlockLimits> limits, SegmentChain chain) {
    this.record = record;
    this.limits = limits;
    this.chain = chain;
    size = new AdaptiveSize(limits.apply(record.options()));
  }

  SequenceRecord record() {
    return record;
  }

  DemandQueue queue() {
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

  boolean isFlying() {
    return flying;
  }

  /** The chain may be claimed from on behalf of one who would otherwise wait. */
  boolean mayClaim() {
    return frozen == null && queue.isEmpty();
  }

  /** Takes note of how fast values go, and that the next block is wanted. */
  void lowWaterPassed(Segment segment, long index, long nowNanos) {
    long ordinal = segment.ordinal() + index;
    if (hasMark && ordinal > markOrdinal) {
      size.used(ordinal - markOrdinal, nowNanos - markNanos);
    }
    mark(ordinal, nowNanos);
    blockWanted = true;
  }

  /** Begins a flight if one is wanted and none is under way. Whoever is told so, flies. */
  boolean claimFlight() {
    boolean isWanted = blockWanted || !queue.isEmpty();
    if (!isWanted || flying || frozen != null || phase != CachePhase.OPEN) {
      return false;
    }
    flying = true;
    return true;
  }

  /** Takes out those who ask for more values than there are. */
  List<Demand> failUnservable() {
    long[] remaining = {Progression.remaining(record.options(), record.position())};
    return queue.failIf(
        demand -> {
          boolean fails = demand.missingCount() > remaining[0];
          if (!fails && !record.options().cycle()) {
            remaining[0] -= demand.missingCount();
          }
          if (fails) {
            counters.lost(demand.servedCount());
          }
          return fails;
        },
        demand -> record.exhausted());
  }

  /** Plans the reservation of what is wanted. Null, and the flight is over, if nothing is. */
  @Nullable Flight plan() {
    SequenceRecord before = record;
    long wanted = 0;
    for (Demand demand : queue.inOrder()) {
      wanted += demand.missingCount();
    }
    boolean isGapless = before.options().mode() == SequenceMode.GAPLESS;
    if (!isGapless && (blockWanted || queue.anyWantsBlock())) {
      wanted += size.block();
    }
    blockWanted = false;
    Progression.Plan plan = Progression.plan(before.options(), before.position(), wanted, RUNS_MAX);
    if (phase != CachePhase.OPEN || plan.count() == 0) {
      flying = false;
      return null;
    }
    return new Flight(before, before.withPosition(plan.after()), plan.runs(), plan.count());
  }

  /**
   * Takes in the values of a flight that has arrived. Returns those who have what they waited for.
   */
  List<Demand> arrived(Flight flight, long tookNanos, long nowNanos) {
    flying = false;
    counters.refilled(flight.count(), tookNanos);
    size.written(tookNanos);
    if (isOvertaken(flight)) {
      counters.wasted(flight.count());
      return List.of();
    }
    record = flight.after();
    Supply supply = new Supply().add(flight.runs(), flight.before().position(), reservedOrdinal);
    if (!hasMark) {
      mark(reservedOrdinal, nowNanos);
    }
    reservedOrdinal += flight.count();
    List<SegmentChain.Tail> aside = frozen;
    if (aside == null) {
      return handOut(supply);
    }
    for (Segment segment : supply.toSegments(size.lowWater(supply.count()))) {
      aside.add(new SegmentChain.Tail(segment, 0));
    }
    return List.of();
  }

  /**
   * A flight failed because the record is another one, or gone. Returns those who waited in vain.
   */
  List<Demand> conflicted(Flight flight, @Nullable SequenceRecord stored) {
    flying = false;
    if (isOvertaken(flight)) {
      return List.of(); // by a change, which has put the new record here
    }
    if (stored == null) {
      return drop(); // the one who drops it has written, and is about to say so
    }
    if (!changing) { // else install brings it, and what is frozen is still asked for
      goOverTo(stored);
    }
    return List.of();
  }

  /** A flight failed. Returns those who waited. */
  List<Demand> failed(ColonnadeException reason) {
    flying = false;
    blockWanted = false;
    counters.failed();
    return failAll(reason);
  }

  /** Takes out those whose time is over. */
  List<Demand> failDue(long nowNanos) {
    return queue.failIf(
        demand -> demand.isDue(nowNanos),
        demand -> {
          counters.lost(demand.servedCount());
          return new ColonnadeException(
              ErrorCode.DEADLINE_EXCEEDED,
              "no value of the sequence came in time: sequence=" + record.name());
        });
  }

  /** All who wait will get this. */
  List<Demand> failAll(ColonnadeException reason) {
    return queue.failIf(
        demand -> true,
        demand -> {
          counters.lost(demand.servedCount());
          return new ColonnadeException(reason.code(), String.valueOf(reason.getMessage()), reason);
        });
  }

  /**
   * Lets nothing be handed out until {@link #install} or {@link #thawAfterChange}, and tells where
   * the sequence stands if unused values are given back.
   *
   * @param stored the record as it is in the store, which no one else can change now
   */
  Position freezeForChange(SequenceRecord stored) {
    changing = true;
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
      frozenForChange = true;
    }
    return stored.version() == record.version() ? standing().position() : stored.position();
  }

  /** Hands out again what a change that failed had frozen. Returns those who waited for it. */
  List<Demand> thawAfterChange() {
    changing = false;
    return frozenForChange ? thaw() : List.of();
  }

  /**
   * Goes over to what a change has written: nothing that was reserved before is handed out.
   *
   * <p>A flight that failed because of the change may have read its record before, and others may
   * have flown from there since: then this is old news.
   */
  void install(SequenceRecord changed) {
    changing = false;
    if (changed.version() > record.version()) {
      goOverTo(changed);
    }
  }

  /** Takes over a record that somebody else wrote. What follows does not adjoin what is here. */
  private void goOverTo(SequenceRecord changed) {
    boolean isNewEpoch = changed.epoch() != record.epoch();
    record = changed;
    reservedOrdinal++;
    if (isNewEpoch) {
      counters.epochChanged();
      counters.lost(queue.restart());
      discard(frozen == null ? chain.close() : frozen);
      startOver();
    }
  }

  /**
   * Ends handing out. Values are given back, if at all, by a flight that {@link #giveBack} plans.
   */
  List<Demand> close() {
    moveTo(CachePhase.CLOSED);
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
    }
    return failAll(phase.refusal(record.name()));
  }

  /** The sequence is gone, and with it what was reserved. Doing it twice is harmless. */
  List<Demand> drop() {
    if (phase == CachePhase.OPEN) {
      moveTo(CachePhase.DROPPED);
    }
    discard(frozen == null ? chain.close() : frozen);
    return failAll(phase.refusal(record.name()));
  }

  /** Nothing that was reserved may be handed out, as it may have been given back. */
  List<Demand> breakDown() {
    moveTo(CachePhase.BROKEN);
    discard(frozen == null ? chain.close() : frozen);
    return failAll(phase.refusal(record.name()));
  }

  /** Whether the cache holds values, and nobody is busy with it. */
  boolean mayRetire() {
    return phase == CachePhase.OPEN
        && !flying
        && frozen == null
        && queue.isEmpty()
        && chain.unclaimed() > 0;
  }

  /** Freezes, and plans to give back what can be. Null, and nothing is frozen, if nothing can. */
  @Nullable Flight giveBack() {
    if (frozen == null) {
      frozen = new ArrayList<>(chain.close());
    }
    Standing standing = standing();
    if (standing.returnedCount() == 0) {
      return null;
    }
    flying = true;
    return new Flight(
        record, record.withPosition(standing.position()), List.of(), -standing.returnedCount());
  }

  /** Unused values were given back. */
  void gaveBack(Flight flight) {
    flying = false;
    counters.returned(-flight.count());
    if (isOvertaken(flight)) {
      return;
    }
    record = flight.after();
    discardAllBut(-flight.count());
    reservedOrdinal++;
    startOver();
  }

  /** Nothing was given back. Returns those who waited. */
  List<Demand> gaveNothingBack(Flight flight) {
    flying = false;
    return isOvertaken(flight) ? List.of() : thawAfterGivingBack();
  }

  /** Hands out again what was frozen to be given back, unless a change counts on it by now. */
  List<Demand> thawAfterGivingBack() {
    if (changing) {
      frozenForChange = true; // the change installs or thaws
      return List.of();
    }
    return thaw();
  }

  private List<Demand> thaw() {
    List<SegmentChain.Tail> aside = frozen;
    frozen = null;
    frozenForChange = false;
    if (aside == null) {
      return List.of();
    }
    if (phase != CachePhase.OPEN) {
      discard(aside);
      return List.of();
    }
    Supply supply = new Supply();
    aside.forEach(supply::add);
    return handOut(supply);
  }

  private List<Demand> handOut(Supply supply) {
    List<Demand> served = queue.serve(supply, record.epoch());
    counters.served(supply.takenCount());
    boolean isGapless = record.options().mode() == SequenceMode.GAPLESS;
    chain.append(supply.toSegments(isGapless ? -1 : size.lowWater(supply.count())));
    return served;
  }

  /** Where the sequence stands without the values at its end that nobody has. */
  private Standing standing() {
    Position position = record.position();
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
    return new Standing(position, reservedOrdinal - end);
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

  private boolean isOvertaken(Flight flight) {
    return (phase != CachePhase.OPEN && phase != CachePhase.CLOSED)
        || record.version() != flight.before().version();
  }

  private void mark(long ordinal, long nowNanos) {
    markOrdinal = ordinal;
    markNanos = nowNanos;
    hasMark = true;
  }

  private void startOver() {
    hasMark = false;
    size.reset(limits.apply(record.options()));
  }

  private void moveTo(CachePhase next) {
    assert phase.successors().contains(next) : "phase=" + phase + " next=" + next;
    phase = next;
  }

  /** Where a sequence stands, and how many reserved values lie beyond. */
  private record Standing(Position position, long returnedCount) {}
}
