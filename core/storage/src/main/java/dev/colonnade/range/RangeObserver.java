package dev.colonnade.range;

import dev.colonnade.range.statistics.RangeStatistics;
import java.util.List;

/**
 * Observer of range changes. Called by the leader of the commit pipeline, so never concurrently,
 * while all writers wait: implementations must be fast and must not throw.
 */
public interface RangeObserver {
  /** Observer that does nothing. */
  RangeObserver NONE =
      new RangeObserver() {
        @Override
        public void written(RangeDescriptor range, RangeStatistics statistics) {}

        @Override
        public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {}
      };

  /** Called when a commit group has changed the content of {@code range}. */
  void written(RangeDescriptor range, RangeStatistics statistics);

  /**
   * Called when the ranges {@code after}, which cover the same keys, have replaced the ranges
   * {@code before}.
   */
  void replaced(List<RangeDescriptor> before, List<RangeStatus> after);
}
