package dev.colonnade.split.pressure;

import dev.colonnade.range.Ranges;
import dev.colonnade.split.load.RangeLoads;
import java.util.concurrent.atomic.LongAdder;

/** State that the parts of the admission control share. Thread-safe. */
final class AdmissionContext {
  private final Ranges ranges;
  private final RangeLoads loads;
  private final AdmissionPolicy gauge;
  private final LongAdder refused = new LongAdder();
  private volatile SplitRequests requests = SplitRequests.NONE;

  AdmissionContext(Ranges ranges, RangeLoads loads) {
    this.ranges = ranges;
    this.loads = loads;
    gauge = new AdmissionPolicy(ranges, loads, this::requests);
  }

  Ranges ranges() {
    return ranges;
  }

  RangeLoads loads() {
    return loads;
  }

  AdmissionPolicy gauge() {
    return gauge;
  }

  SplitRequests requests() {
    return requests;
  }

  void connect(SplitRequests splitter) {
    requests = splitter;
  }

  /** Counts a write that failed with RANGE_FULL. */
  void countRefused() {
    refused.increment();
  }

  long refusedCount() {
    return refused.sum();
  }
}
