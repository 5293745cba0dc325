package dev.colonnade.sql.physical;

/**
 * Estimates of the planner for one operator.
 *
 * @param rows number of rows that it returns
 * @param startupCost cost until the first row, of the inputs too
 * @param totalCost cost until the last row, of the inputs too
 */
public record PlanEstimate(double rows, double startupCost, double totalCost) {
  /** Estimate of an operator of which nothing is known. */
  public static final PlanEstimate UNKNOWN = new PlanEstimate(1, 0, 0);

  /** Returns the estimate of an operator whose cost is not estimated. */
  public static PlanEstimate ofRows(double rows) {
    return new PlanEstimate(rows, 0, 0);
  }
}
