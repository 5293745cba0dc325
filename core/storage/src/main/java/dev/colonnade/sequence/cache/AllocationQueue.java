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
final class AllocationQueue {
  private final Deque<AllocationRequest> waiting = new ArrayDeque<>();

  void add(AllocationRequest request) {
    waiting.add(request);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  public int size() {
    return waiting.size();
  }

  Iterable<AllocationRequest> inOrder() {
    return waiting;
  }

  boolean anyWantsBlock() {
    return waiting.stream().anyMatch(AllocationRequest::wantsBlock);
  }

  /** Returns the request with the earliest deadline, or null if no request has a deadline. */
  @Nullable AllocationRequest earliest() {
    AllocationRequest earliest = null;
    for (AllocationRequest request : waiting) {
      if (request.hasDeadline()
          && (earliest == null || request.deadlineNanos() - earliest.deadlineNanos() < 0)) {
        earliest = request;
      }
    }
    return earliest;
  }

  /** Removes the requests that match {@code which}, and sets their failures. */
  List<AllocationRequest> failIf(
      Predicate<AllocationRequest> which, Function<AllocationRequest, RuntimeException> reason) {
    List<AllocationRequest> failed = new ArrayList<>();
    for (Iterator<AllocationRequest> all = waiting.iterator(); all.hasNext(); ) {
      AllocationRequest request = all.next();
      if (which.test(request)) {
        all.remove();
        failed.add(request.fail(reason.apply(request)));
      }
    }
    return failed;
  }

  /** Removes the values that were already added to waiting requests; returns their number. */
  long restart() {
    return waiting.stream().mapToLong(AllocationRequest::restart).sum();
  }

  /**
   * Adds values to the requests in FIFO order. Removes and returns the requests that are completely
   * served. The first remaining request may be partly served.
   */
  List<AllocationRequest> serve(ReservedValues values, long epoch) {
    List<AllocationRequest> served = new ArrayList<>();
    while (!waiting.isEmpty() && !values.isEmpty()) {
      AllocationRequest request = waiting.element();
      ValueRun run = values.remove(request.missingCount());
      request.add(run, epoch);
      if (request.isServed()) {
        served.add(waiting.remove());
      }
    }
    return served;
  }
}
