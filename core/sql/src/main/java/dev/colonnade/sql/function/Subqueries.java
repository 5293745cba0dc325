package dev.colonnade.sql.function;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Functions that plans of subqueries need. */
public final class Subqueries {
  private Subqueries() {}

  /** False; fails where a subquery that stands for a value had several rows. */
  public static boolean hasManyRows(long rowCount) {
    if (rowCount > 1) {
      throw severalRows();
    }
    return false;
  }

  /** What is wrong with a subquery that stands for a value and has several rows. */
  public static ColonnadeException severalRows() {
    return new ColonnadeException(
        ErrorCode.CARDINALITY_VIOLATION,
        "more than one row returned by a subquery used as an expression");
  }
}
