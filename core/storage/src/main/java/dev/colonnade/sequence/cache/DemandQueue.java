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

/** FIFO queue of waiting allocation requests. Guarded by the lock of its cache. */
final class DemandQueue {
  private final Deque<Demand> waiting = new ArrayDeque<>();

  void add(Demand request) {
    waiting.add(request);
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

  /** Returns the request with the earliest deadline, or null if no request has a deadline. */
  @Nullable Demand earliest() {
    Demand earliest = null;
    for (Demand request : waiting) {
      if (request.hasDeadline()
          && (earliest == null || request.deadlineNanos() - earliest.deadlineNanos() < 0)) {
        earliest = request;
      }
    }
    return earliest;
  }

  /** Removes the requests that match {@code which}, and sets their failures. */
  List<Demand> failIf(Predicate<Demand> which, Function<Demand, RuntimeException> reason) {
    List<Demand> failed = new ArrayList<>();
    for (Iterator<Demand> all = waiting.iterator(); all.hasNext(); ) {
      Demand request = all.next();
      if (which.test(request)) {
        all.remove();
        failed.add(request.fail(reason.apply(request)));
      }
    }
    return failed;
  }

  /** Removes the values that were already added to waiting requests; returns their number. */
  long restart() {
    return waiting.stream().mapToLong(Demand::restart).sum();
  }

  /**
   * Adds values to the requests in FIFO order. Removes and returns the requests that are completely
   * served. The first remaining request may be partly served.
   */
  List<Demand> serve(Supply values, long epoch) {
    List<Demand> served = new ArrayList<>();
    while (!waiting.isEmpty() && !values.isEmpty()) {
      Demand request = waiting.element();
      ValueRun run = values.remove(request.missingCount());
      request.add(run, epoch);
      if (request.isServed()) {
        served.add(waiting.remove());
      }
    }
    return served;
  }
}
