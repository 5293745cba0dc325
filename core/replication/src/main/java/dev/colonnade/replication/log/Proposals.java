package dev.colonnade.replication.log;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Proposals of this member whose outcome is open. An outcome is decided by the entries that are
 * applied here, and by nothing else: a proposal is applied, or it never will be, because an entry
 * of a later term was applied before it. Thread-safe.
 */
public final class Proposals {
  private final Map<Id, CompletableFuture<Outcome>> open = new ConcurrentHashMap<>();

  /** Highest term of an applied entry. Written by the thread that applies. */
  private final AtomicLong reached = new AtomicLong();

  private final AtomicLong numbers = new AtomicLong();
  private final LongAdder appends = new LongAdder();
  private final LongAdder appendNanos = new LongAdder();

  /** Outcome of a proposal. */
  public enum Outcome {
    /** The entry is applied to this member's store. */
    APPLIED,
    /** The entry is not in the log and never will be. */
    LOST,
    /** It cannot be decided here: a checkpoint has replaced the entries. */
    UNKNOWN
  }

  private record Id(long term, long number) {}

  /**
   * Returns the number of the next proposal. It is unique in this process, since a member may serve
   * a term more than once.
   */
  public long nextNumber() {
    return numbers.incrementAndGet();
  }

  /** Registers a proposal before it is handed to the log. */
  public CompletableFuture<Outcome> expect(long term, long number) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    open.put(new Id(term, number), outcome);
    if (reached.get() > term) {
      outcome.complete(Outcome.LOST); // nothing was handed to the log yet
    }
    return outcome;
  }

  /** Removes a proposal whose outcome is of no interest any more. */
  public void forget(long term, long number) {
    open.remove(new Id(term, number));
  }

  /** Decides proposals of terms before {@code term}, in which an entry is about to be applied. */
  void reached(long term) {
    if (term > reached.get()) {
      reached.set(term);
      open.forEach(
          (id, outcome) -> {
            if (id.term() < term) {
              outcome.complete(Outcome.LOST);
            }
          });
    }
  }

  /** Ends the wait for all proposals before a checkpoint replaces entries that were not applied. */
  public void abandon() {
    open.forEach((id, outcome) -> outcome.complete(Outcome.UNKNOWN));
    open.clear();
  }

  /** Counts a proposal that was applied {@code nanos} after it was made. */
  public void appended(long nanos) {
    appends.increment();
    appendNanos.add(nanos);
  }

  /** Returns the number of proposals that were applied. */
  public long appends() {
    return appends.sum();
  }

  /** Returns the total time from these proposals to their applications. */
  public long appendNanos() {
    return appendNanos.sum();
  }

  void applied(long term, long number) {
    CompletableFuture<Outcome> outcome = open.remove(new Id(term, number));
    if (outcome != null) {
      outcome.complete(Outcome.APPLIED);
    }
  }
}
