package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.physical.PlanEstimate;

/** Costs of operators for EXPLAIN, in PostgreSQL's unit: one page read in sequence is 1. */
final class Costs {
  /** Cost of passing one row on. */
  static final double ROW = 0.01;

  /** Cost of one expression for one row. */
  static final double EXPRESSION = 0.0025;

  private Costs() {}

  /** Returns the estimate of a sort. */
  static PlanEstimate sorted(PlanEstimate input) {
    double comparisons = input.rows() * Math.log(input.rows() + 1) / Math.log(2);
    double startup = input.totalCost() + comparisons * 2 * EXPRESSION;
    return new PlanEstimate(input.rows(), startup, startup + input.rows() * ROW);
  }

  /** Returns the estimate of an operator that reads an input to its end before its first row. */
  static PlanEstimate afterAll(PlanEstimate input, double rows) {
    double startup = input.totalCost() + input.rows() * ROW;
    return new PlanEstimate(rows, startup, startup + rows * ROW);
  }

  /** Returns the estimate of a hash join. */
  static PlanEstimate hashJoin(PlanEstimate probe, PlanEstimate build, double rows) {
    double startup = build.totalCost() + build.rows() * ROW;
    return new PlanEstimate(
        rows,
        startup + probe.startupCost(),
        startup + probe.totalCost() + probe.rows() * ROW + rows * ROW);
  }

  /** Returns the estimate of a join that runs or reads one side once for each row of the other. */
  static PlanEstimate nestedLoop(PlanEstimate left, PlanEstimate right, double rows) {
    return new PlanEstimate(
        rows,
        left.startupCost() + right.startupCost(),
        left.totalCost() + right.totalCost() + left.rows() * right.rows() * EXPRESSION);
  }
}
