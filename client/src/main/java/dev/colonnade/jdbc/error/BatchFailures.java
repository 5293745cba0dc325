package dev.colonnade.jdbc.error;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Factory of {@link BatchUpdateException}s with the update counts of their statements. */
public final class BatchFailures {
  private BatchFailures() {}

  /**
   * Returns the counts of the previous requests followed by {@code SUCCESS_NO_INFO} for each row of
   * the failed request before the failed row, which the server reports.
   */
  public static List<Long> upToFailedRow(SQLException failed, List<Long> counts) {
    List<Long> all = new ArrayList<>(counts);
    if (failed.getCause() instanceof ServerError error && error.batchRow() > 0) {
      all.addAll(Collections.nCopies(error.batchRow(), (long) Statement.SUCCESS_NO_INFO));
    }
    return all;
  }

  /**
   * Returns the failure of a batch; the counts are those of the statements that succeeded before
   * it.
   */
  public static BatchUpdateException failure(SQLException cause, List<Long> counts) {
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
   * Returns the failure of a batch that was a transaction of its own and was rolled back: each
   * count is {@code EXECUTE_FAILED}. If the connection was lost, the outcome is unknown and the
   * failure is returned as it is.
   */
  public static BatchUpdateException rolledBack(BatchUpdateException failure, int size) {
    String state = failure.getSQLState();
    if (state == null || state.startsWith("08")) {
      return failure;
    }
    long[] counts = new long[size];
    Arrays.fill(counts, Statement.EXECUTE_FAILED);
    BatchUpdateException rolledBack =
        new BatchUpdateException(
            failure.getMessage(), state, failure.getErrorCode(), counts, failure.getCause());
    rolledBack.setNextException(failure.getNextException());
    return rolledBack;
  }
}
