package dev.colonnade.sql.analyze.change.update;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.Returning;
import dev.colonnade.sql.analyze.change.value.Assignments;
import dev.colonnade.sql.analyze.change.value.NewRow;
import dev.colonnade.sql.analyze.policy.RowPolicies;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Query;
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
    boolean readsRows = readsRows(node.from(), node.returning()) || readsRows(node.assignments());
    TargetRows rows =
        TargetRows.of(target, node.from(), scope, commands(RowPolicy.Command.UPDATE, readsRows));
    RowPolicies policies = target.policies();
    Assignments assignments = Assignments.of(node.assignments(), target, scope, rows.plan());
    Variables variables = scope.statement().variables();
    boolean isPlain = node.returning().isEmpty() && !target.isView() && !policies.isActive();
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
    NewRow changed =
        NewRow.of(assignments.plan(), rows.row(), assignments.values(), scope.statement());
    changed.values().values().forEach(variable -> columns.add(Assignment.of(variable)));
    Map<String, Expression> checks = target.checks(changed.row());
    checks.forEach(
        (name, check) -> columns.add(new Assignment(variables.create(check.type(), name), check)));
    Returning returning = Returning.of(node.returning(), rows.after(target, changed.row()));
    columns.addAll(returning.assignments());
    scope.requireValidConstants();
    LogicalPlan source =
        new LogicalOperator.Project(
            checked(changed.plan(), policies, target.tableColumns(changed.row()), readsRows),
            columns);
    return new AnalyzedQuery(
        new LogicalChange.Update(
            with.apply(source),
            target.table(),
            assignments.columns(),
            List.copyOf(checks.keySet())),
        returning.columns());
  }

  /** Returns the rows whose new values the policies allow; an error for others. */
  private static LogicalPlan checked(
      LogicalPlan plan, RowPolicies policies, List<NamedColumn> row, boolean readsRows) {
    if (!policies.isActive()) {
      return plan;
    }
    List<Expression> checks = new ArrayList<>(policies.newRow(RowPolicy.Command.UPDATE, row));
    if (readsRows) {
      checks.addAll(policies.readRow(row));
    }
    return new LogicalOperator.Filter(plan, checks);
  }

  /** Returns whether a statement reads rows of its target, which then have to be visible. */
  private static boolean readsRows(Query.From from, List<Query.Item> returning) {
    return from.condition() != null || !from.items().isEmpty() || !returning.isEmpty();
  }

  private static boolean readsRows(List<Change.Assignment> assignments) {
    return !assignments.stream().allMatch(assignment -> assignment.value() instanceof Constant);
  }

  private static RowPolicy.Command[] commands(RowPolicy.Command change, boolean readsRows) {
    return readsRows
        ? new RowPolicy.Command[] {change, RowPolicy.Command.SELECT}
        : new RowPolicy.Command[] {change};
  }

  /** Returns an analyzed DELETE. */
  public AnalyzedQuery delete(Change.Delete node) {
    ChangeScope scope = ChangeScope.of(context);
    ChangedRelation target = ChangedRelation.of(node.target(), ChangeKind.DELETE, scope);
    target.require(Privilege.DELETE);
    boolean readsRows = readsRows(node.from(), node.returning());
    TargetRows rows =
        TargetRows.of(target, node.from(), scope, commands(RowPolicy.Command.DELETE, readsRows));
    Returning returning = Returning.of(node.returning(), scope);
    List<Assignment> columns = new ArrayList<>(rows.key(scope.statement().variables()));
    columns.addAll(returning.assignments());
    scope.requireValidConstants();
    LogicalPlan source = new LogicalOperator.Project(rows.plan(), columns);
    return new AnalyzedQuery(
        new LogicalChange.Delete(with.apply(source), target.table()), returning.columns());
  }
}
