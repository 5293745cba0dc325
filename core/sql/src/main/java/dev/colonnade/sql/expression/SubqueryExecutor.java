package dev.colonnade.sql.expression;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Executor of the subqueries of expressions. */
@FunctionalInterface
public interface SubqueryExecutor {
  /** Executor of expressions that have no subqueries. */
  SubqueryExecutor NONE =
      (subquery, _) -> {
        throw new ColonnadeException(
            ErrorCode.INTERNAL, "no subqueries here: subquery=" + subquery.name());
      };

  /**
   * Starts a subquery with the outer rows that the evaluation has now; the caller closes the rows.
   */
  SubqueryRows open(Subquery subquery, Evaluation evaluation);
}
