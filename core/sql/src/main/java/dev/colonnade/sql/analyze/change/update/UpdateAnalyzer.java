package dev.colonnade.sql.analyze.change.update;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.Returning;
import dev.colonnade.sql.analyze.change.value.Assignments;
import dev.colonnade.sql.analyze.change.value.NewRow;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.syntax.query.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Analyzer of UPDATE and DELETE. */
public final class UpdateAnalyzer {
  private final QueryContext context;
  private final UnaryOperator<LogicalPlan> with;

  /**
   * Creates the analyzer.
   *
   * @param with adds the common table expressions of the statement to its source
   */
  public UpdateAnalyzer(QueryContext context, UnaryOperator<LogicalPlan> with) {
    this.context = requireNonNull(context, "context is null");
    this.with = requireNonNull(with, "with is null");
  }

  /** Returns an analyzed UPDATE. */
  public AnalyzedQuery update(Change.Update node) {
    ChangeScope scope = ChangeScope.of(context);
    ChangedRelation target = ChangedRelation.of(node.target(), ChangeKind.UPDATE, scope);
    target.require(Privilege.UPDATE);
    TargetRows rows = TargetRows.of(target, node.from(), scope);
    Assignments assignments = Assignments.of(node.assignments(), target, scope, rows.plan());
    Variables variables = scope.statement().variables();
    boolean isPlain = node.returning().isEmpty() && !target.isView();
    List<Assignment> columns = rows.key(variables);
    if (isPlain) {
      assignments
          .values()
          .forEach(
              (column, value) ->
                  columns.add(
                      new Assignment(variables.create(value.type(), column.name()), value)));
      scope.requireValidConstants();
      LogicalPlan source = new LogicalOperator.Project(assignments.plan(), columns);
      return new AnalyzedQuery(
          new LogicalChange.Update(
              with.apply(source), target.table(), assignments.columns(), List.of()),
          List.of());
    }
    NewRow changed = NewRow.of(assignments.plan(), rows.row(), assignments.values(), variables);
    changed.values().values().forEach(variable -> columns.add(Assignment.of(variable)));
    Map<String, Expression> checks = target.checks(changed.row());
    checks.forEach(
        (name, check) -> columns.add(new Assignment(variables.create(check.type(), name), check)));
    Returning returning = Returning.of(node.returning(), rows.after(target, changed.row()));
    columns.addAll(returning.assignments());
    scope.requireValidConstants();
    LogicalPlan source = new LogicalOperator.Project(changed.plan(), columns);
    return new AnalyzedQuery(
        new LogicalChange.Update(
            with.apply(source),
            target.table(),
            assignments.columns(),
            List.copyOf(checks.keySet())),
        returning.columns());
  }

  /** Returns an analyzed DELETE. */
  public AnalyzedQuery delete(Change.Delete node) {
    ChangeScope scope = ChangeScope.of(context);
    ChangedRelation target = ChangedRelation.of(node.target(), ChangeKind.DELETE, scope);
    target.require(Privilege.DELETE);
    TargetRows rows = TargetRows.of(target, node.from(), scope);
    Returning returning = Returning.of(node.returning(), scope);
    List<Assignment> columns = new ArrayList<>(rows.key(scope.statement().variables()));
    columns.addAll(returning.assignments());
    scope.requireValidConstants();
    LogicalPlan source = new LogicalOperator.Project(rows.plan(), columns);
    return new AnalyzedQuery(
        new LogicalChange.Delete(with.apply(source), target.table()), returning.columns());
  }
}
