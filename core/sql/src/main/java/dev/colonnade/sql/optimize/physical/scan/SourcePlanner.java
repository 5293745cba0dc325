package dev.colonnade.sql.optimize.physical.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.arithmetic.RepresentationCast;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.SystemColumnRead;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.system.SystemTable;
import java.util.ArrayList;
import java.util.List;

/** Planner of sources other than stored tables: system tables, values, named rows. One thread. */
public final class SourcePlanner {
  private final Translation translation;
  private final Aliases aliases = new Aliases();
  private final TableScanPlanner tables;

  public SourcePlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
    this.tables = new TableScanPlanner(translation, aliases);
  }

  /** Returns the planner of scans of stored tables. */
  public TableScanPlanner tables() {
    return tables;
  }

  /** Returns the rows of a table of the system catalog. */
  public PlannedRows system(LogicalSource.SystemTableScan scan, Goal goal) {
    SystemTable table = scan.table();
    List<Integer> ordinals = new ArrayList<>();
    List<PlanColumn> columns = new ArrayList<>();
    List<Variable> variables = new ArrayList<>();
    String prefix = aliases.unique(scan, table.name()) + ".";
    for (SystemColumnRead column : scan.read()) {
      Variable variable = column.variable();
      if (goal.needs(variable)) {
        ordinals.add(column.ordinal());
        columns.add(new PlanColumn(prefix + variable.name(), variable.type()));
        variables.add(variable);
      }
    }
    double rows = translation.estimator().rows(scan);
    PlanEstimate estimate = Estimates.source(rows, rows * CostModel.OUTPUT_ROW);
    return PlannedRows.of(new ScanPlan.SystemScan(table, ordinals, columns, estimate), variables);
  }

  /** Returns the rows of expressions. */
  public PlannedRows values(LogicalSource.Rows rows) {
    List<PlanColumn> columns = new ArrayList<>(rows.columns().size());
    for (Variable variable : rows.columns()) {
      columns.add(new PlanColumn(variable.name(), variable.type()));
    }
    List<List<Expression>> translated = new ArrayList<>(rows.rows().size());
    for (List<Expression> row : rows.rows()) {
      InterruptionPoint.check(translated.size());
      List<Expression> values = new ArrayList<>(row.size());
      for (int i = 0; i < row.size(); i++) {
        Expression value = translation.expressions().translate(row.get(i), InputColumns.NONE);
        values.add(RepresentationCast.of(value, columns.get(i).type()));
      }
      translated.add(values);
    }
    return PlannedRows.of(
        new ScanPlan.Values(translated, columns, PlanEstimate.ofRows(rows.rows().size())),
        rows.columns());
  }

  /** Returns one row of the expressions of a projection without a source. */
  public PlannedRows oneRow(List<Assignment> assignments) {
    List<Expression> values = new ArrayList<>(assignments.size());
    List<PlanColumn> columns = new ArrayList<>(assignments.size());
    List<Variable> variables = new ArrayList<>(assignments.size());
    for (Assignment assignment : assignments) {
      Variable variable = assignment.variable();
      Expression value =
          RepresentationCast.of(
              translation.expressions().translate(assignment.expression(), InputColumns.NONE),
              variable.type());
      values.add(value);
      columns.add(new PlanColumn(variable.name(), value.type()));
      variables.add(variable);
    }
    return PlannedRows.of(
        new ScanPlan.Values(List.of(values), columns, PlanEstimate.ofRows(1)), variables);
  }

  /** Returns the rows that the statement buffers under a name. */
  public PlannedRows named(LogicalSource.NamedRows scan) {
    double rows = translation.estimator().rows(scan);
    return PlannedRows.of(
        new ScanPlan.NamedRowsScan(
            scan.name(),
            columns(scan, scan.name()),
            Estimates.source(rows, rows * CostModel.OUTPUT_ROW)),
        scan.columns());
  }

  /** Returns the columns of a relation that another plan computes. */
  public List<PlanColumn> columns(LogicalSource source, String relation) {
    String prefix = aliases.unique(source, relation) + ".";
    List<PlanColumn> columns = new ArrayList<>(source.columns().size());
    for (Variable variable : source.columns()) {
      columns.add(new PlanColumn(prefix + variable.name(), variable.type()));
    }
    return columns;
  }
}
