package dev.colonnade.sql.optimize.physical.row;

import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.List;

/** Estimates of operators from those of their inputs. */
public final class Estimates {
  private Estimates() {}

  /** Returns the estimate of a source whose cost is in nanoseconds. */
  public static PlanEstimate source(double rows, double nanos) {
    return new PlanEstimate(Math.max(1, rows), 0, CostModel.units(nanos));
  }

  /** Returns the estimate of an operator that returns rows while it reads its input. */
  public static PlanEstimate streaming(PlanEstimate input, double rows, double nanos) {
    return new PlanEstimate(
        Math.max(1, rows), input.startupCost(), input.totalCost() + CostModel.units(nanos));
  }

  /** Returns the estimate of an operator that reads its input before it returns its first row. */
  public static PlanEstimate blocking(PlanEstimate input, double rows, double nanos) {
    double startup = input.totalCost() + CostModel.units(nanos);
    return new PlanEstimate(
        Math.max(1, rows), startup, startup + CostModel.units(rows * CostModel.OUTPUT_ROW));
  }

  /** Returns the estimate of an operator that stops after some of the rows of its input. */
  public static PlanEstimate first(PlanEstimate input, double rows) {
    double part = Math.clamp(rows / Math.max(1, input.rows()), 0, 1);
    double cost = (input.totalCost() - input.startupCost()) * part;
    return new PlanEstimate(
        Math.max(1, Math.min(rows, input.rows())), input.startupCost(), input.startupCost() + cost);
  }

  /** Returns the estimate of the rows of at least one input, one after the other. */
  public static PlanEstimate sum(List<PhysicalPlan> inputs) {
    double rows = 0;
    double cost = 0;
    for (PhysicalPlan input : inputs) {
      rows += input.estimate().rows();
      cost += input.estimate().totalCost();
    }
    return new PlanEstimate(rows, inputs.getFirst().estimate().startupCost(), cost);
  }

  /** Returns the estimate of a join of two inputs, of which the second one is read first. */
  public static PlanEstimate join(
      PlanEstimate probe, PlanEstimate build, double rows, double nanos) {
    return new PlanEstimate(
        Math.max(1, rows),
        build.totalCost() + probe.startupCost(),
        build.totalCost() + probe.totalCost() + CostModel.units(nanos));
  }
}
