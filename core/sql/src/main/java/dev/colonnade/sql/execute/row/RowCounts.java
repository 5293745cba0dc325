package dev.colonnade.sql.execute.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import org.jspecify.annotations.Nullable;

/** Values of LIMIT and OFFSET. */
public final class RowCounts {
  private RowCounts() {}

  /** Clause of a number of rows. */
  public enum Clause {
    LIMIT,
    OFFSET
  }

  /**
   * Returns a number of rows; for NULL and for an absent clause all rows of a LIMIT, and none of an
   * OFFSET.
   *
   * @throws ColonnadeException if the number is negative
   */
  public static long of(@Nullable Expression count, Clause clause, Evaluation evaluation) {
    Object value = count == null ? null : evaluation.value(count);
    if (value == null) {
      return clause == Clause.LIMIT ? Long.MAX_VALUE : 0;
    }
    long rows = ((Number) value).longValue();
    if (rows < 0) {
      throw new ColonnadeException(
          clause == Clause.LIMIT ? ErrorCode.NEGATIVE_LIMIT : ErrorCode.NEGATIVE_OFFSET,
          clause + " must not be negative");
    }
    return rows;
  }
}
