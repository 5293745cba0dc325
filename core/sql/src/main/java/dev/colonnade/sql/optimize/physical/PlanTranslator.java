package dev.colonnade.sql.optimize.physical;

import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.physical.aggregate.AggregatePlanner;
import dev.colonnade.sql.optimize.physical.aggregate.WindowPlanner;
import dev.colonnade.sql.optimize.physical.change.ChangePlanner;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.join.JoinPlanner;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlanInputs;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.scan.SourcePlanner;
import dev.colonnade.sql.optimize.physical.set.SetPlanner;
import java.util.List;

/** Translator of the nodes of one logical plan: calls the planner of each kind of node. */
final class PlanTranslator implements PlanInputs {
  private final PlanningContext context;
  private final SourcePlanner sources;
  private final RowPlanner rows;
  private final JoinPlanner joins;
  private final AggregatePlanner aggregates;
  private final WindowPlanner windows;
  private final SetPlanner sets;
  private final ChangePlanner changes;

  PlanTranslator(PlanningContext context) {
    this.context = context;
    Translation translation = new Translation(context, this);
    sources = new SourcePlanner(translation);
    rows = new RowPlanner(translation);
    joins = new JoinPlanner(translation, sources.tables());
    aggregates = new AggregatePlanner(translation);
    windows = new WindowPlanner(translation);
    sets = new SetPlanner(translation, sources);
    changes = new ChangePlanner(translation);
  }

  @Override
  public PlannedRows plan(LogicalPlan plan, Goal goal) {
    context.cancellation().check();
    return switch (plan) {
      case LogicalSource source -> source(source, goal);
      case LogicalOperator operator -> operator(operator, goal);
      case LogicalJoin join -> joins.plan(join, goal);
      case LogicalSet set -> sets.plan(set, goal);
      case LogicalChange change -> changes.plan(change);
    };
  }

  private PlannedRows source(LogicalSource source, Goal goal) {
    return switch (source) {
      case LogicalSource.TableScan scan -> sources.tables().plan(scan, scan, List.of(), goal);
      case LogicalSource.SystemTableScan scan -> sources.system(scan, goal);
      case LogicalSource.Rows values -> sources.values(values);
      case LogicalSource.NamedRows named -> sources.named(named);
      case LogicalSource.CteReference reference -> sets.reference(reference, goal);
      case LogicalSource.WorkingTable table -> sets.workingTable(table);
    };
  }

  private PlannedRows operator(LogicalOperator operator, Goal goal) {
    return switch (operator) {
      case LogicalOperator.Filter filter -> filter(filter, goal);
      case LogicalOperator.Project project -> project(project, goal);
      case LogicalOperator.Sort sort -> rows.sort(sort, goal);
      case LogicalOperator.Limit limit -> rows.limit(limit, goal);
      case LogicalOperator.Unnest unnest -> rows.unnest(unnest, goal);
      case LogicalOperator.Aggregate aggregate -> aggregates.plan(aggregate, goal);
      case LogicalOperator.Window window -> windows.plan(window, goal);
    };
  }

  private PlannedRows filter(LogicalOperator.Filter filter, Goal goal) {
    return filter.input() instanceof LogicalSource.TableScan scan
        ? sources.tables().plan(scan, filter, filter.predicates(), goal)
        : rows.filter(filter, goal);
  }

  private PlannedRows project(LogicalOperator.Project project, Goal goal) {
    boolean isOneRow =
        project.input() instanceof LogicalSource.Rows values
            && values.rows().size() == 1
            && values.columns().isEmpty();
    return isOneRow ? sources.oneRow(project.assignments()) : rows.project(project, goal);
  }
}
