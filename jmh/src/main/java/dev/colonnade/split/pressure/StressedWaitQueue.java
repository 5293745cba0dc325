package dev.colonnade.split.pressure;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.jcstress.NoOpStore;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.Completion;
import java.time.Duration;

/**
 * Environment of the stress tests: an empty range with one admitted write that exhausts its
 * capacity, so that every later write waits until it leaves.
 */
final class StressedWaitQueue {
  private static final int WAITERS_MAX = 4;
  private static final int VALUE_BYTES = 50_000;
  private static final LimitTable LIMITS =
      LimitTable.of(RangeLimits.ofMaxBytes(RangeLimits.MAX_BYTES_LEAST));

  /** Value of a write, of which only the length is used; shared to save memory. */
  private static final byte[] VALUE = new byte[VALUE_BYTES];

  private final Ranges ranges = Ranges.open(new NoOpStore(), RowBoundaries.SINGLE);
  private final RangeLoads loads =
      new RangeLoads(ranges, NanoTicker.system(), Duration.ofSeconds(10));
  private final WritePressure pressure =
      new WritePressure(ranges, loads, NanoTicker.system(), PressureOptions.DEFAULT);
  private final WriteAdmission.Ticket first;

  StressedWaitQueue() {
    pressure.connect(new NoSplits());
    first = pressure.enter(write(), true);
  }

  /** Ends the first write. */
  void leave() {
    first.leave();
  }

  WaitQueue.Waiter enqueue() {
    return pressure.queue().enqueue(write(), range(), WAITERS_MAX);
  }

  boolean cancel(WaitQueue.Waiter waiter) {
    return pressure.queue().cancel(waiter);
  }

  void close() {
    pressure.close();
  }

  int waitingCount() {
    return pressure.queue().waitingCount();
  }

  /** Returns the number of writes in flight. */
  int inFlight() {
    return (int) (loads.of(range()).inFlightBytes() / VALUE_BYTES);
  }

  private RangeDescriptor range() {
    return ranges.lookup(Key.EMPTY);
  }

  private static Mutations write() {
    return new Mutations().put(Key.wrap(new byte[] {1}), VALUE, Condition.ANY);
  }

  /** Requests that are never used, since no range is oversized. */
  private static final class NoSplits implements SplitRequests {
    @Override
    public LimitTable limits() {
      return LIMITS;
    }

    @Override
    public boolean isStuck(RangeRef range) {
      return false;
    }

    @Override
    public void request(RangeRef range, Completion completion) {
      throw new IllegalStateException("unexpected split request range=" + range);
    }
  }
}
