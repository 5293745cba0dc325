package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.Variable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Estimated statistics of the rows of a plan. One thread. */
public final class PlanStatistics {
  private final double rows;
  private final Function<Variable, VariableStatistics> source;
  private final ToDoubleFunction<Set<Variable>> combinations;
  private final Map<Variable, VariableStatistics> known = new HashMap<>();

  PlanStatistics(double rows, Function<Variable, VariableStatistics> source) {
    this(rows, source, _ -> 0);
  }

  /**
   * Creates statistics.
   *
   * @param combinations returns the number of distinct combinations of values of some variables; 0
   *     if it is not known
   */
  PlanStatistics(
      double rows,
      Function<Variable, VariableStatistics> source,
      ToDoubleFunction<Set<Variable>> combinations) {
    this.rows = rows <= 0 ? 0 : Math.max(1, rows);
    this.source = requireNonNull(source, "source is null");
    this.combinations = requireNonNull(combinations, "combinations is null");
  }

  /**
   * Returns the number of distinct combinations of values of some variables; 0 if it is not known.
   */
  double combinations(Set<Variable> variables) {
    return combinations.applyAsDouble(variables);
  }

  /** Returns the estimated number of rows: at least 1, or 0 if the plan certainly has none. */
  public double rows() {
    return rows;
  }

  /**
   * Returns the statistics of a variable. One that the plan does not define has one value, as the
   * variables of enclosing plans have.
   */
  public VariableStatistics of(Variable variable) {
    VariableStatistics found = known.get(variable);
    if (found == null) {
      found = source.apply(variable);
      known.put(variable, found);
    }
    return found;
  }
}
