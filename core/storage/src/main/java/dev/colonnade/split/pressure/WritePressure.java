package dev.colonnade.split.pressure;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Mutations;
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
 * Admission control of writes with backpressure: admits writes to a range no faster than the range
 * is split.
 *
 * <p>A write to a range above its limit is delayed in proportion to the excess, but no longer than
 * until the split ends. From twice the limit on, the write waits for the split in a FIFO queue of
 * bounded length, for a bounded time; then it fails with RANGE_FULL. In-flight bytes (admitted, not
 * yet written) count as well. If no split will come, because it has failed or all splits are
 * paused, writes are admitted up to the hard limit, which the leader of the commit pipeline
 * enforces exactly, with or without backpressure. Deletes are always admitted. Thread-safe.
 */
public final class WritePressure implements WriteAdmission, AutoCloseable {
  private final Ranges ranges;
  private final NanoTicker ticker;
  private final AdmissionContext context;
  private final WaitQueue queue;
  private final LongAdder delayed = new LongAdder();
  private final LongAdder waited = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();
  private final LongAdder rowsTooLarge = new LongAdder();
  private volatile PressureOptions options;

  public WritePressure(
      Ranges ranges, RangeLoads loads, NanoTicker ticker, PressureOptions options) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.options = requireNonNull(options, "options is null");
    context = new AdmissionContext(ranges, requireNonNull(loads, "loads is null"));
    queue = new WaitQueue(context);
  }

  /** Connects the split scheduler. Before this call, all writes are admitted. */
  public void connect(SplitRequests splitter) {
    context.connect(requireNonNull(splitter, "splitter is null"));
  }

  public PressureOptions options() {
    return options;
  }

  /** Changes the options for later writes. */
  public void configure(PressureOptions newOptions) {
    options = requireNonNull(newOptions, "newOptions is null");
  }

  public PressureStatistics statistics() {
    return new PressureStatistics(
        queue.waitingCount(),
        delayed.sum(),
        waited.sum(),
        waitedNanos.sum(),
        context.refusedCount(),
        rowsTooLarge.sum());
  }

  @Override
  public Ticket enter(Mutations mutations, boolean mayWait) {
    BatchCharges charges = BatchCharges.of(mutations, ranges.map());
    requireAdmissible(charges);
    PressureOptions now = options;
    if (!mayWait || !now.enabled()) {
      return newTicket(mutations, charges);
    }
    return switch (decide(charges, now)) {
      case AdmissionDecision.Pass _ -> newTicket(mutations, charges);
      case AdmissionDecision.Delay delay -> enterDelayed(mutations, delay, now);
      case AdmissionDecision.Wait wait -> enterQueue(mutations, wait.range(), now);
    };
  }

  /** Fails all waiting writes with SHUTTING_DOWN. */
  @Override
  public void close() {
    queue.close();
  }

  WaitQueue queue() {
    return queue;
  }

  private Ticket newTicket(Mutations mutations, BatchCharges charges) {
    return new AdmissionTicket(context, queue::wake, mutations, charges);
  }

  /** Throws ROW_TOO_LARGE or LIMIT_EXCEEDED if no split could make the batch admissible. */
  private void requireAdmissible(BatchCharges charges) {
    if (charges.largestRowBytes() > 0) {
      RangeLimits limits =
          context.requests().limits().of(charges.map().lookup(charges.largestRow()).span().start());
      if (charges.largestRowBytes() > limits.maxBytes()) {
        rowsTooLarge.increment();
        throw new ColonnadeException(
            ErrorCode.ROW_TOO_LARGE,
            "row exceeds the size limit of a range key=%s rowBytes=%d rangeMaxBytes=%d"
                .formatted(charges.largestRow(), charges.largestRowBytes(), limits.maxBytes()));
      }
    }
    for (RangeCharge charge : charges.all()) {
      long max = context.gauge().hardMaxBytes(charge);
      if (charge.bytes() > max) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED,
            "batch exceeds the hard limit of a range, write it in smaller batches"
                + " range=%d batchBytes=%d max=%d"
                    .formatted(charge.range().id(), charge.bytes(), max));
      }
    }
  }

  private AdmissionDecision decide(BatchCharges charges, PressureOptions now) {
    for (RangeCharge charge : charges.all()) {
      if (charge.bytes() > 0 && queue.hasWaiters(charge.range().id())) {
        return new AdmissionDecision.Wait(charge.range(), false);
      }
    }
    return context.gauge().decide(charges, now.delayMax().toNanos());
  }

  private Ticket enterDelayed(
      Mutations mutations, AdmissionDecision.Delay delay, PressureOptions now) {
    long startNanos = ticker.nanos();
    delayed.increment();
    CompletableFuture<Boolean> split = new CompletableFuture<>();
    context.requests().request(RangeRef.of(delay.range()), _ -> split.complete(true));
    await(split, delay.nanos());
    waitedNanos.add(ticker.nanos() - startNanos);
    BatchCharges charges = BatchCharges.of(mutations, ranges.map());
    return decide(charges, now) instanceof AdmissionDecision.Wait(RangeDescriptor range, boolean _)
        ? enterQueue(mutations, range, now)
        : newTicket(mutations, charges);
  }

  private Ticket enterQueue(Mutations mutations, RangeDescriptor range, PressureOptions now) {
    long startNanos = ticker.nanos();
    WaitQueue.Waiter waiter = queue.enqueue(mutations, range, now.waitersMax());
    waited.increment();
    boolean admitted = await(waiter.admitted, now.waitMax().toNanos()) || !queue.cancel(waiter);
    waitedNanos.add(ticker.nanos() - startNanos);
    if (!admitted) {
      context.countRefused();
      throw new ColonnadeException(
          ErrorCode.RANGE_FULL,
          "range was not split in time range=%d bytes=%d waitedMillis=%d"
              .formatted(
                  range.id(),
                  ranges.totalBytes(range.span().start()),
                  (ticker.nanos() - startNanos) / 1_000_000));
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

  /**
   * Waits uninterruptibly until {@code future} is done. Returns false if that takes longer than the
   * timeout.
   */
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
