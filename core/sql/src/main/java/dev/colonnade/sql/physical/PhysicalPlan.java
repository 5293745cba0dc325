package dev.colonnade.sql.physical;

import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Operator of a plan with its inputs. Immutable; shared by any number of executions. */
public sealed interface PhysicalPlan
    permits ScanPlan, RowPlan, JoinPlan, AggregatePlan, WindowPlan, SetPlan, ModifyPlan {
  /** Returns the columns of the rows. */
  List<PlanColumn> columns();

  /** Returns the estimates. */
  PlanEstimate estimate();

  /** Returns the inputs, in the order in which EXPLAIN shows them. */
  List<PhysicalPlan> inputs();

  /** Returns the representation of the columns. */
  default List<VectorType> types() {
    List<PlanColumn> columns = columns();
    VectorType[] types = new VectorType[columns.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.get(i).type();
    }
    return List.of(types);
  }

  /** Returns the names of the columns. */
  default List<String> names() {
    return columns().stream().map(PlanColumn::name).toList();
  }
}
