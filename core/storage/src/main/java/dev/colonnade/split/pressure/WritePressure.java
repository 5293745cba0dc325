package dev.colonnade.split.pressure;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.commit.WriteAdmission;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeRef;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lets writers in, not faster than ranges are split.
 *
 * <p>A write to a range past its limit is delayed, the more the larger the range, but no longer
 * than until the split is done. From twice the limit on it waits for that split, first come first
 * served, for a bounded time, in bounded number; then it fails with RANGE_FULL. Bytes that were let
 * in and are not written yet count as well. Where waiting is in vain, since a split has failed or
 * all are paused, writes go on up to the hard limit, which the leader of the commit pipeline holds
 * exactly, with or without backpressure. Removals always pass. Safe for use by many threads.
 */
public final class WritePressure implements WriteAdmission, AutoCloseable {
  private final Ranges ranges;
  private final RangeLoads loads;
  private final NanoTicker ticker;
  private final PressureGauge gauge;
  private final WaitLine line = new WaitLine(this);
  private final LongAdder delayed = new LongAdder();
  private final LongAdder waited = new LongAdder();
  private final LongAdder heldUpNanos = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder rowsTooLarge = new LongAdder();
  private volatile PressureOptions options;
  private volatile SplitRequests requests = SplitRequests.NONE;

  public WritePressure(
      Ranges ranges, RangeLoads loads, NanoTicker ticker, PressureOptions options) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.loads = requireNonNull(loads, "loads is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.options = requireNonNull(options, "options is null");
    gauge = new PressureGauge(ranges, loads, this::requests);
  }

  /** Says who splits. Until then everything passes. */
  public void connect(SplitRequests splitter) {
    requests = requireNonNull(splitter, "splitter is null");
  }

  public PressureOptions options() {
    return options;
  }

  /** Changes the options, for writes that come. */
  public void configure(PressureOptions newOptions) {
    options = requireNonNull(newOptions, "newOptions is null");
  }

  public PressureStatistics statistics() {
    return new PressureStatistics(
        line.waiting(),
        delayed.sum(),
        waited.sum(),
        heldUpNanos.sum(),
        refused.sum(),
        rowsTooLarge.sum());
  }

  @Override
  public Ticket enter(Mutations mutations, boolean mayWait) {
    BatchCharges charges = BatchCharges.of(mutations, ranges.map());
    requirePossible(charges);
    PressureOptions now = options;
    if (!mayWait || !now.enabled()) {
      return new Passage(this, mutations, charges);
    }
    return switch (judge(charges, now)) {
      case Verdict.Pass _ -> new Passage(this, mutations, charges);
      case Verdict.Delay delay -> enterDelayed(mutations, delay, now);
      case Verdict.Wait wait -> enterInLine(mutations, wait.range(), now);
    };
  }

  /** Fails all who wait with SHUTTING_DOWN. */
  @Override
  public void close() {
    line.close();
  }

  Ranges ranges() {
    return ranges;
  }

  RangeLoads loads() {
    return loads;
  }

  PressureGauge gauge() {
    return gauge;
  }

  WaitLine line() {
    return line;
  }

  SplitRequests requests() {
    return requests;
  }

  void countRefused() {
    refused.increment();
  }

  private void requirePossible(BatchCharges charges) {
    if (charges.largestRowBytes() > 0) {
      RangeLimits limits =
          requests.limits().of(charges.map().lookup(charges.largestRow()).span().start());
      if (charges.largestRowBytes() > limits.maxBytes()) {
        rowsTooLarge.increment();
        throw new ColonnadeException(
            ErrorCode.ROW_TOO_LARGE,
            "row is larger than a range may be key=%s rowBytes=%d rangeMaxBytes=%d"
                .formatted(charges.largestRow(), charges.largestRowBytes(), limits.maxBytes()));
      }
    }
    for (RangeCharge charge : charges.all()) {
      long max = gauge.hardMaxBytes(charge);
      if (charge.bytes() > max) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED,
            "batch brings more to one range than it may hold, write it in parts"
                + " range=%d batchBytes=%d max=%d"
                    .formatted(charge.range().id(), charge.bytes(), max));
      }
    }
  }

  private Verdict judge(BatchCharges charges, PressureOptions now) {
    for (RangeCharge charge : charges.all()) {
      if (charge.bytes() > 0 && line.isWaitedFor(charge.range().id())) {
        return new Verdict.Wait(charge.range(), false);
      }
    }
    return gauge.judge(charges, now.delayMax().toNanos());
  }

  private Ticket enterDelayed(Mutations mutations, Verdict.Delay delay, PressureOptions now) {
    long began = ticker.nanos();
    delayed.increment();
    CompletableFuture<Boolean> split = new CompletableFuture<>();
    requests.request(RangeRef.of(delay.range()), _ -> split.complete(true));
    await(split, delay.nanos());
    heldUpNanos.add(ticker.nanos() - began);
    BatchCharges charges = BatchCharges.of(mutations, ranges.map());
    return judge(charges, now) instanceof Verdict.Wait(RangeDescriptor range, boolean _)
        ? enterInLine(mutations, range, now)
        : new Passage(this, mutations, charges);
  }

  private Ticket enterInLine(Mutations mutations, RangeDescriptor range, PressureOptions now) {
    long began = ticker.nanos();
    WaitLine.Waiter waiter = line.enter(mutations, range, now.waitersMax());
    waited.increment();
    boolean admitted = await(waiter.admitted, now.waitMax().toNanos()) || !line.giveUp(waiter);
    heldUpNanos.add(ticker.nanos() - began);
    if (!admitted) {
      countRefused();
      throw new ColonnadeException(
          ErrorCode.RANGE_FULL,
          "range was not split in time range=%d bytes=%d waitedMillis=%d"
              .formatted(
                  range.id(),
                  ranges.totalBytes(range.span().start()),
                  (ticker.nanos() - began) / 1_000_000));
    }
    try {
      return waiter.admitted.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Waits until {@code future} is done, whatever interrupts; false if that takes too long. */
  private static boolean await(CompletableFuture<?> future, long timeoutNanos) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          future.get(timeoutNanos, TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          return true;
        } catch (TimeoutException e) {
          return false;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
