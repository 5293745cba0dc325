package dev.colonnade.split.pressure;

import dev.colonnade.range.Ranges;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.load.RangeMeter;
import dev.colonnade.split.plan.RangeRef;
import java.util.function.Supplier;

/**
 * Judges batches by the ranges that they go to. What was let in and is not written yet counts.
 *
 * <pre>
 *   bytes   0            base          base + max/2      base + max              hard max
 *           |--- pass ---|---- delay, growing ----------|--- wait for the split -|- refuse -
 *                        |- others on their way: wait for them, from here on, if no split is due
 * </pre>
 *
 * <p>The base is the limit, or what the range held when its limit was lowered: such a range is
 * slowed down, but never made to wait, and may grow to twice of that.
 */
final class PressureGauge {
  private final Ranges ranges;
  private final RangeLoads loads;
  private final Supplier<SplitRequests> requests;

  PressureGauge(Ranges ranges, RangeLoads loads, Supplier<SplitRequests> requests) {
    this.ranges = ranges;
    this.loads = loads;
    this.requests = requests;
  }

  /** The worst of what the ranges of a batch ask for. */
  Verdict judge(BatchCharges charges, long delayMaxNanos) {
    Verdict worst = Verdict.PASS;
    for (RangeCharge charge : charges.all()) {
      Verdict verdict = charge.bytes() == 0 ? Verdict.PASS : judge(charge, delayMaxNanos);
      if (verdict instanceof Verdict.Wait) {
        return verdict;
      }
      if (verdict instanceof Verdict.Delay delay
          && !(worst instanceof Verdict.Delay other && other.nanos() >= delay.nanos())) {
        worst = delay;
      }
    }
    return worst;
  }

  private Verdict judge(RangeCharge charge, long delayMaxNanos) {
    RangeMeter meter = loads.of(charge.range());
    long max = requests.get().limits().of(charge.start()).maxBytes();
    long base = Math.max(max, meter.graceBytes());
    long size = ranges.totalBytes(charge.start());
    long taken = size + meter.inFlightBytes();
    if (taken + charge.bytes() <= base) {
      return Verdict.PASS;
    }
    boolean isSplitDue = size > max;
    if (!isSplitDue) {
      boolean crowded = taken > size && taken + charge.bytes() > base + max / 2;
      return crowded ? new Verdict.Wait(charge.range(), false) : Verdict.PASS;
    }
    if (requests.get().isStuck(RangeRef.of(charge.range()))) {
      return Verdict.PASS;
    }
    boolean isForgiven = base > max;
    if (!isForgiven && taken + charge.bytes() > base + max) {
      return new Verdict.Wait(charge.range(), true);
    }
    double excess = (double) Math.max(0, taken - base) / (isForgiven ? base : max);
    return new Verdict.Delay(charge.range(), (long) (Math.min(1, excess) * delayMaxNanos));
  }

  /** So much the range may never pass. */
  long hardMaxBytes(RangeCharge charge) {
    RangeLimits limits = requests.get().limits().of(charge.start());
    return Math.max(limits.hardMaxBytes(), 2 * loads.of(charge.range()).graceBytes());
  }
}
