package dev.colonnade.split.pressure;

import dev.colonnade.range.Ranges;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.load.RangeMeter;
import dev.colonnade.split.plan.RangeRef;
import java.util.function.Supplier;

/**
 * Admission policy: decides about a write batch by the sizes of its ranges, in-flight bytes
 * included.
 *
 * <pre>
 *   bytes   0            base          base + max/2      base + max              hard max
 *           |--- pass ---|---- delay, growing ----------|--- wait for the split -|- refuse -
 *                                      |- no split due, other writes in flight: wait for them
 * </pre>
 *
 * <p>The base is the limit, or the grace bytes: the size of the range when its limit was lowered.
 * Writes to such a range are delayed, but never wait, and it may grow to twice its grace bytes.
 */
final class AdmissionPolicy {
  private final Ranges ranges;
  private final RangeLoads loads;
  private final Supplier<SplitRequests> requests;

  AdmissionPolicy(Ranges ranges, RangeLoads loads, Supplier<SplitRequests> requests) {
    this.ranges = ranges;
    this.loads = loads;
    this.requests = requests;
  }

  /** Returns the strictest decision for any range of the batch. */
  AdmissionDecision decide(BatchCharges charges, long delayMaxNanos) {
    AdmissionDecision worst = AdmissionDecision.PASS;
    for (RangeCharge charge : charges.all()) {
      AdmissionDecision verdict =
          charge.bytes() == 0 ? AdmissionDecision.PASS : decide(charge, delayMaxNanos);
      if (verdict instanceof AdmissionDecision.Wait) {
        return verdict;
      }
      if (verdict instanceof AdmissionDecision.Delay delay
          && !(worst instanceof AdmissionDecision.Delay other && other.nanos() >= delay.nanos())) {
        worst = delay;
      }
    }
    return worst;
  }

  private AdmissionDecision decide(RangeCharge charge, long delayMaxNanos) {
    RangeMeter meter = loads.of(charge.range());
    long max = requests.get().limits().of(charge.start()).maxBytes();
    long base = Math.max(max, meter.graceBytes());
    long size = ranges.totalBytes(charge.start());
    long admitted = size + meter.inFlightBytes();
    if (admitted + charge.bytes() <= base) {
      return AdmissionDecision.PASS;
    }
    boolean isSplitDue = size > max;
    if (!isSplitDue) {
      boolean hasBacklog = admitted > size && admitted + charge.bytes() > base + max / 2;
      return hasBacklog
          ? new AdmissionDecision.Wait(charge.range(), false)
          : AdmissionDecision.PASS;
    }
    if (requests.get().isStuck(RangeRef.of(charge.range()))) {
      return AdmissionDecision.PASS;
    }
    boolean hasGrace = base > max;
    if (!hasGrace && admitted + charge.bytes() > base + max) {
      return new AdmissionDecision.Wait(charge.range(), true);
    }
    double excess = (double) Math.max(0, admitted - base) / (hasGrace ? base : max);
    return new AdmissionDecision.Delay(
        charge.range(), (long) (Math.min(1, excess) * delayMaxNanos));
  }

  /** Returns the hard limit of the range, which no write may exceed. */
  long hardMaxBytes(RangeCharge charge) {
    RangeLimits limits = requests.get().limits().of(charge.start());
    return Math.max(limits.hardMaxBytes(), 2 * loads.of(charge.range()).graceBytes());
  }
}
