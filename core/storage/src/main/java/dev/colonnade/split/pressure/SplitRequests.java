package dev.colonnade.split.pressure;

import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.Completion;

/** Interface of the backpressure to the split scheduler. Called by writer threads. */
public interface SplitRequests {
  /** Implementation without splits: all writes pass. */
  SplitRequests NONE =
      new SplitRequests() {
        @Override
        public LimitTable limits() {
          return LimitTable.NONE;
        }

        @Override
        public boolean isStuck(RangeRef range) {
          return true;
        }

        @Override
        public void request(RangeRef range, Completion completion) {
          throw new IllegalStateException("no split scheduler is connected range=" + range);
        }
      };

  /** Returns the current limits of all tables. */
  LimitTable limits();

  /**
   * Returns whether no split of {@code range} will come soon, because it has failed or all splits
   * are paused.
   */
  boolean isStuck(RangeRef range);

  /**
   * Requests a split of {@code range} if none is pending; {@code completion} is notified when the
   * split ends.
   */
  void request(RangeRef range, Completion completion);
}
