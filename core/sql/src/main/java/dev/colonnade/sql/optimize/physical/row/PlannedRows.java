package dev.colonnade.sql.optimize.physical.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Physical plan whose columns are variables. Immutable. */
public final class PlannedRows {
  private static final int NONE = -1;
  private final PhysicalPlan plan;
  private final Map<Variable, Integer> positions;
  private final List<KeyOrder> order;

  private PlannedRows(PhysicalPlan plan, Map<Variable, Integer> positions, List<KeyOrder> order) {
    this.plan = requireNonNull(plan, "plan is null");
    this.positions = positions;
    this.order = List.copyOf(order);
  }

  /**
   * Returns rows in any order.
   *
   * @param variables one for each column
   */
  public static PlannedRows of(PhysicalPlan plan, List<Variable> variables) {
    Map<Variable, Integer> positions = HashMap.newHashMap(variables.size());
    for (int i = 0; i < variables.size(); i++) {
      positions.putIfAbsent(variables.get(i), i);
    }
    return new PlannedRows(plan, positions, List.of());
  }

  /** Returns the same rows in an order. */
  public PlannedRows inOrder(List<KeyOrder> other) {
    return new PlannedRows(plan, positions, other);
  }

  /** Returns the rows of another plan with the same columns and the same order. */
  public PlannedRows by(PhysicalPlan other) {
    return new PlannedRows(other, positions, order);
  }

  /**
   * Returns the same rows with further names of their columns.
   *
   * @param names variables with the variables of these rows that have their values
   */
  public PlannedRows renamed(Map<Variable, Variable> names) {
    Map<Variable, Integer> all = HashMap.newHashMap(positions.size() + names.size());
    all.putAll(positions);
    names.forEach((name, variable) -> all.put(name, index(variable)));
    return new PlannedRows(plan, all, order);
  }

  public PhysicalPlan plan() {
    return plan;
  }

  /** Returns the order of the rows; empty if it is not known. */
  public List<KeyOrder> order() {
    return order;
  }

  public PlanEstimate estimate() {
    return plan.estimate();
  }

  public List<PlanColumn> columns() {
    return plan.columns();
  }

  /** Returns whether a variable is a column. */
  public boolean has(Variable variable) {
    return positions.containsKey(variable);
  }

  /** Returns the position of a variable; -1 if it is no column. */
  public int find(Variable variable) {
    Integer found = positions.get(variable);
    return found == null ? NONE : found;
  }

  /** Returns the position of a variable that is a column. */
  public int index(Variable variable) {
    int found = find(variable);
    if (found == NONE) {
      throw new IllegalStateException("no column of the input: variable=" + variable);
    }
    return found;
  }

  /** Returns the reference to a variable; null if it is no column. */
  public @Nullable ColumnReference reference(Variable variable) {
    int index = find(variable);
    return index == NONE ? null : new ColumnReference(columns().get(index).type(), index);
  }

  /**
   * Returns the rows of a join: the columns of these rows, then those of others.
   *
   * @param width number of columns of these rows
   */
  public PlannedRows joined(PhysicalPlan join, PlannedRows others, int width) {
    Map<Variable, Integer> all = HashMap.newHashMap(positions.size() + others.positions.size());
    all.putAll(positions);
    others.positions.forEach((variable, index) -> all.putIfAbsent(variable, width + index));
    return new PlannedRows(join, all, List.of());
  }

  /** Returns all variables of the columns with their positions. */
  public Map<Variable, Integer> positions() {
    return Map.copyOf(positions);
  }
}
