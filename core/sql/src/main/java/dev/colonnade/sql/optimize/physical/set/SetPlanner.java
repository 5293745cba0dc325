package dev.colonnade.sql.optimize.physical.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.optimize.physical.scan.SourcePlanner;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Planner of set operations, recursion and common table expressions. One thread. */
public final class SetPlanner {
  private final Translation translation;
  private final SourcePlanner sources;
  private final Map<Integer, LogicalSet.CommonTable> tables = new HashMap<>();
  private final Map<Integer, PlannedRows> planned = new HashMap<>();

  public SetPlanner(Translation translation, SourcePlanner sources) {
    this.translation = requireNonNull(translation, "translation is null");
    this.sources = requireNonNull(sources, "sources is null");
  }

  /** Returns the physical plan of a node. */
  public PlannedRows plan(LogicalSet set, Goal goal) {
    return switch (set) {
      case LogicalSet.SetOperation operation -> operation(operation, goal);
      case LogicalSet.Recursion recursion -> recursion(recursion);
      case LogicalSet.With with -> {
        with.tables().forEach(table -> tables.put(table.id(), table));
        yield translation.inputs().plan(with.body(), goal);
      }
    };
  }

  private PlannedRows operation(LogicalSet.SetOperation operation, Goal goal) {
    boolean isAppend = operation.kind() == LogicalSet.Kind.UNION && operation.all();
    List<Integer> used = new ArrayList<>();
    List<Variable> outputs = new ArrayList<>();
    for (int i = 0; i < operation.columns().size(); i++) {
      if (!isAppend || goal.needs(operation.columns().get(i))) {
        used.add(i);
        outputs.add(operation.columns().get(i));
      }
    }
    boolean isLimited = isAppend && goal.order().isEmpty();
    Goal below = isLimited ? goal : goal.columnsOnly();
    List<PhysicalPlan> inputs = new ArrayList<>();
    for (LogicalPlan input : operation.inputs()) {
      inputs.add(input(input, used, outputs, below));
    }
    List<PlanColumn> columns = columns(outputs, inputs.getFirst());
    PlanEstimate sum = Estimates.sum(inputs);
    PhysicalPlan values = isAppend ? values(inputs, columns) : null;
    if (values != null) {
      return PlannedRows.of(values, outputs);
    }
    double rows = translation.estimator().rows(operation);
    PhysicalPlan plan =
        isAppend
            ? new SetPlan.Append(inputs, columns, sum)
            : new SetPlan.SetOperation(
                kind(operation.kind()),
                operation.all(),
                inputs,
                columns,
                Estimates.blocking(sum, rows, CostModel.hashAggregate(sum.rows(), rows)));
    return PlannedRows.of(plan, outputs);
  }

  /** Returns an input whose columns have the positions and types of those of the operation. */
  private PhysicalPlan input(
      LogicalPlan input, List<Integer> used, List<Variable> outputs, Goal goal) {
    List<Variable> wanted = new ArrayList<>(used.size());
    List<VectorType> types = new ArrayList<>(used.size());
    for (int i = 0; i < used.size(); i++) {
      wanted.add(input.columns().get(used.get(i)));
      types.add(outputs.get(i).type());
    }
    PlannedRows rows = translation.inputs().plan(input, goal.readingOnly(wanted));
    return Projections.converted(Projections.arranged(rows, wanted).plan(), types, wanted);
  }

  private static List<PlanColumn> columns(List<Variable> outputs, PhysicalPlan first) {
    List<PlanColumn> columns = new ArrayList<>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      columns.add(new PlanColumn(first.columns().get(i).name(), outputs.get(i).type()));
    }
    return columns;
  }

  /** Returns one list of values for inputs that are rows of expressions without tables. */
  private static @Nullable PhysicalPlan values(
      List<PhysicalPlan> inputs, List<PlanColumn> columns) {
    List<List<Expression>> rows = new ArrayList<>();
    for (PhysicalPlan input : inputs) {
      if (!(input instanceof ScanPlan.Values values)) {
        return null;
      }
      rows.addAll(values.rows());
    }
    return new ScanPlan.Values(rows, columns, PlanEstimate.ofRows(rows.size()));
  }

  private static SetPlan.Kind kind(LogicalSet.Kind kind) {
    return switch (kind) {
      case UNION -> SetPlan.Kind.UNION;
      case INTERSECT -> SetPlan.Kind.INTERSECT;
      case EXCEPT -> SetPlan.Kind.EXCEPT;
    };
  }

  private PlannedRows recursion(LogicalSet.Recursion recursion) {
    List<Integer> all = new ArrayList<>();
    List<PlanColumn> columns = new ArrayList<>();
    for (Variable variable : recursion.columns()) {
      all.add(all.size());
      columns.add(new PlanColumn(variable.name(), variable.type()));
    }
    PhysicalPlan seed = input(recursion.seed(), all, recursion.columns(), Goal.ALL);
    PhysicalPlan step = input(recursion.step(), all, recursion.columns(), Goal.ALL);
    return PlannedRows.of(
        new SetPlan.RecursiveUnion(
            recursion.id(),
            seed,
            step,
            recursion.all(),
            columns,
            Estimates.sum(List.of(seed, step))),
        recursion.columns());
  }

  /** Returns the rows that the last round of a recursion added. */
  public PlannedRows workingTable(LogicalSource.WorkingTable table) {
    double rows = translation.estimator().rows(table);
    return PlannedRows.of(
        new ScanPlan.WorkingTableScan(
            table.recursionId(),
            table.name(),
            sources.columns(table, table.name()),
            Estimates.source(rows, rows * CostModel.OUTPUT_ROW)),
        table.columns());
  }

  /** Returns the rows of a common table expression. */
  public PlannedRows reference(LogicalSource.CteReference reference, Goal goal) {
    LogicalSet.CommonTable table =
        requireNonNull(tables.get(reference.cteId()), "common table expression is missing");
    boolean isInlined =
        table.evaluation() == LogicalSet.Evaluation.INLINED
            || !LogicalExpressions.freeVariables(table.plan()).isEmpty();
    return isInlined ? inlined(reference, table, goal) : shared(reference, table);
  }

  private PlannedRows inlined(
      LogicalSource.CteReference reference, LogicalSet.CommonTable table, Goal goal) {
    List<Variable> needed = new ArrayList<>();
    Map<Variable, Variable> names = new HashMap<>();
    for (int i = 0; i < reference.columns().size(); i++) {
      Variable name = reference.columns().get(i);
      if (goal.needs(name)) {
        Variable source = table.plan().columns().get(i);
        needed.add(source);
        names.put(name, source);
      }
    }
    Goal below = goal.order().isEmpty() ? goal : goal.columnsOnly();
    return translation
        .inputs()
        .plan(table.plan(), below.readingOnly(needed))
        .renamed(names)
        .inOrder(List.of());
  }

  private PlannedRows shared(LogicalSource.CteReference reference, LogicalSet.CommonTable table) {
    PlannedRows rows = planned.get(table.id());
    if (rows == null) {
      List<Variable> all = table.plan().columns();
      rows = Projections.arranged(translation.inputs().plan(table.plan(), Goal.ALL), all);
      planned.put(table.id(), rows);
    }
    List<PlanColumn> columns = sources.columns(reference, reference.name());
    for (int i = 0; i < columns.size(); i++) {
      columns.set(i, new PlanColumn(columns.get(i).name(), rows.columns().get(i).type()));
    }
    double count = rows.estimate().rows();
    return PlannedRows.of(
        new ScanPlan.CteScan(
            reference.name(),
            rows.plan(),
            columns,
            Estimates.source(count, count * CostModel.OUTPUT_ROW)),
        reference.columns());
  }
}
