package dev.colonnade.sql.optimize.cost;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.Variable;
import java.util.List;

/** Row counts of set operations and recursive queries. */
final class SetCardinality {
  /** Rows of a recursive query for each row of its seed, as PostgreSQL assumes. */
  private static final double ROUNDS = 10;

  private SetCardinality() {}

  static PlanStatistics of(LogicalSet.SetOperation operation, InputEstimates estimator) {
    List<LogicalPlan> inputs = operation.inputs();
    double first = rows(inputs.getFirst(), operation.all(), estimator);
    double sum = 0;
    double least = first;
    for (LogicalPlan input : inputs) {
      double rows = rows(input, operation.all(), estimator);
      sum += rows;
      least = Math.min(least, rows);
    }
    double rows =
        switch (operation.kind()) {
          case UNION -> sum;
          case INTERSECT -> least;
          case EXCEPT -> first;
        };
    return new PlanStatistics(
        rows, variable -> column(inputs, operation.columns(), variable, estimator));
  }

  private static double rows(LogicalPlan input, boolean all, InputEstimates estimator) {
    return all ? estimator.rows(input) : estimator.distinctCount(input, input.columns());
  }

  private static VariableStatistics column(
      List<LogicalPlan> inputs,
      List<Variable> columns,
      Variable variable,
      InputEstimates estimator) {
    int position = columns.indexOf(variable);
    if (position < 0) {
      return VariableStatistics.ONE_VALUE;
    }
    double most = 0;
    double sum = 0;
    double rows = 0;
    double nulls = 0;
    for (LogicalPlan input : inputs) {
      PlanStatistics statistics = estimator.statistics(input);
      VariableStatistics found = statistics.of(input.columns().get(position));
      most = Math.max(most, found.distinctCount());
      sum += found.distinctCount();
      rows += statistics.rows();
      nulls += statistics.rows() * found.nullFraction();
    }
    // The inputs may have the same values, or none in common.
    return new VariableStatistics((most + sum) / 2, rows == 0 ? 0 : nulls / rows, null);
  }

  static PlanStatistics of(LogicalSet.Recursion recursion, InputEstimates estimator) {
    PlanStatistics seed = estimator.statistics(recursion.seed());
    double rows = seed.rows() * ROUNDS;
    List<Variable> originals = recursion.seed().columns();
    return new PlanStatistics(
        rows,
        variable -> {
          int position = recursion.columns().indexOf(variable);
          if (position < 0) {
            return VariableStatistics.ONE_VALUE;
          }
          VariableStatistics first = seed.of(originals.get(position));
          return new VariableStatistics(first.distinctCount() * ROUNDS, first.nullFraction(), null);
        });
  }
}
