package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Functions that plans of scalar subqueries need. */
public final class ScalarSubqueryFunctions {
  private ScalarSubqueryFunctions() {}

  /** Returns false; throws if a scalar subquery returned more than one row. */
  public static boolean hasManyRows(long rowCount) {
    if (rowCount > 1) {
      throw moreThanOneRow();
    }
    return false;
  }

  /** Returns the error for a scalar subquery with more than one row. */
  public static ColonnadeException moreThanOneRow() {
    return new ColonnadeException(
        ErrorCode.CARDINALITY_VIOLATION,
        "more than one row returned by a subquery used as an expression");
  }
}
