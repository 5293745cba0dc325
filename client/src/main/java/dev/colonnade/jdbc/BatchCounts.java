package dev.colonnade.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** How many rows each statement of a batch changed. */
final class BatchCounts {
  private BatchCounts() {}

  static int[] ints(long[] counts) {
    int[] ints = new int[counts.length];
    for (int i = 0; i < ints.length; i++) {
      boolean fits = counts[i] <= Integer.MAX_VALUE;
      ints[i] = fits ? (int) counts[i] : Statement.SUCCESS_NO_INFO;
    }
    return ints;
  }

  /** The failure of a batch after the statements that these counts are of. */
  static BatchUpdateException failure(SQLException cause, List<Long> counts) {
    BatchUpdateException failure =
        new BatchUpdateException(
            "statement " + counts.size() + " of the batch failed: " + cause.getMessage(),
            cause.getSQLState(),
            cause.getErrorCode(),
            counts.stream().mapToLong(Long::longValue).toArray(),
            cause);
    failure.setNextException(cause);
    return failure;
  }

  /**
   * The failure of a batch that was a transaction of its own: nothing of it stands. If the
   * connection was lost that is not known, and the failure stays as it is.
   */
  static BatchUpdateException undone(BatchUpdateException failure, int size) {
    String state = failure.getSQLState();
    if (state == null || state.startsWith("08")) {
      return failure;
    }
    long[] counts = new long[size];
    Arrays.fill(counts, Statement.EXECUTE_FAILED);
    BatchUpdateException undone =
        new BatchUpdateException(
            failure.getMessage(), state, failure.getErrorCode(), counts, failure.getCause());
    undone.setNextException(failure.getNextException());
    return undone;
  }
}
