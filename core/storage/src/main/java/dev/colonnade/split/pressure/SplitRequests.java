package dev.colonnade.split.pressure;

import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.Completion;

/** What the backpressure asks of those who split. Called by writers. */
public interface SplitRequests {
  /** Until somebody splits: everything passes. */
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
          throw new IllegalStateException("nobody splits range=" + range);
        }
      };

  /** The limits in force. */
  LimitTable limits();

  /** Whether waiting for a split of {@code range} is in vain: it has failed, or all are paused. */
  boolean isStuck(RangeRef range);

  /**
   * Has {@code completion} told when the split of {@code range} is over; asks for it if need be.
   */
  void request(RangeRef range, Completion completion);
}
