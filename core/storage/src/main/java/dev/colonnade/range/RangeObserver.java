package dev.colonnade.range;

import java.util.List;

/**
 * Is told how ranges change. Called by the leader of the commit pipeline, so never by two threads
 * at the same time, while all writers wait: must be quick, and not throw.
 */
public interface RangeObserver {
  /** Takes no notice. */
  RangeObserver NONE =
      new RangeObserver() {
        @Override
        public void written(RangeDescriptor range, RangeStatistics statistics) {}

        @Override
        public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {}
      };

  /** A group of commits has changed what {@code range} holds. */
  void written(RangeDescriptor range, RangeStatistics statistics);

  /** The ranges {@code before} gave way to those {@code after}, which hold the same keys. */
  void replaced(List<RangeDescriptor> before, List<RangeStatus> after);
}
