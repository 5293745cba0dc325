package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Those who wait, in the order in which they came. Guarded by the lock of its cache. */
final class DemandQueue {
  private final Deque<Demand> waiting = new ArrayDeque<>();

  void add(Demand demand) {
    waiting.add(demand);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int size() {
    return waiting.size();
  }

  Iterable<Demand> inOrder() {
    return waiting;
  }

  boolean anyWantsBlock() {
    return waiting.stream().anyMatch(Demand::wantsBlock);
  }

  /** Whose time is over first; null if everyone has time. */
  @Nullable Demand earliest() {
    Demand earliest = null;
    for (Demand demand : waiting) {
      if (demand.hasDeadline()
          && (earliest == null || demand.deadlineNanos() - earliest.deadlineNanos() < 0)) {
        earliest = demand;
      }
    }
    return earliest;
  }

  /** Takes out those that {@code which} holds for, and lets them fail. */
  List<Demand> failIf(Predicate<Demand> which, Function<Demand, RuntimeException> reason) {
    List<Demand> failed = new ArrayList<>();
    for (Iterator<Demand> all = waiting.iterator(); all.hasNext(); ) {
      Demand demand = all.next();
      if (which.test(demand)) {
        all.remove();
        failed.add(demand.fail(reason.apply(demand)));
      }
    }
    return failed;
  }

  /** Lets everyone begin anew; returns how many values they had already. */
  long restart() {
    return waiting.stream().mapToLong(Demand::restart).sum();
  }

  /**
   * Gives values to who came first. Returns those who have all they want; they have left. The last
   * one that got something may still wait for more.
   */
  List<Demand> serve(Supply supply, long epoch) {
    List<Demand> served = new ArrayList<>();
    while (!waiting.isEmpty() && !supply.isEmpty()) {
      Demand demand = waiting.element();
      ValueRun run = supply.take(demand.missingCount());
      demand.add(run, epoch);
      if (demand.isServed()) {
        served.add(waiting.remove());
      }
    }
    return served;
  }
}
