package dev.colonnade.sql.execute;

import dev.colonnade.sql.vector.VectorBatch;

/** Statistics of operators with known values. */
public final class TestStatistics {
  private TestStatistics() {}

  /**
   * Returns the statistics of an operator with one batch at each start, after 1 ms, and its end
   * after another 1 ms.
   *
   * @param rows number of rows of each start
   */
  public static OperatorStatistics of(int starts, int rows) {
    OperatorStatistics statistics = new OperatorStatistics();
    for (int start = 0; start < starts; start++) {
      statistics.recordStart();
      statistics.recordBatch(1_000_000, rows == 0 ? null : new VectorBatch(rows));
      statistics.recordBatch(1_000_000, null);
    }
    return statistics;
  }

  /** Returns the statistics of one start with memory and temporary files, in bytes. */
  public static OperatorStatistics of(int rows, long peakMemoryBytes, long spilledBytes) {
    OperatorStatistics statistics = of(1, rows);
    statistics.recordPeakMemory(peakMemoryBytes);
    statistics.recordSpill(spilledBytes);
    return statistics;
  }
}
