package dev.colonnade.sql.analyze.change.insert;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.Returning;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.change.value.GeneratedColumns;
import dev.colonnade.sql.analyze.policy.RowPolicies;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Analyzer of INSERT and UPSERT. */
public final class InsertAnalyzer {
  private final ChangeScope scope;
  private final UnaryOperator<LogicalPlan> with;

  /**
   * Creates the analyzer.
   *
   * @param with adds the common table expressions of the statement to its source
   */
  public InsertAnalyzer(QueryContext context, UnaryOperator<LogicalPlan> with) {
    this.scope = ChangeScope.of(context);
    this.with = requireNonNull(with, "with is null");
  }

  /** Returns the analyzed statement. */
  public AnalyzedQuery analyze(Change.Insert node) {
    ChangedRelation target = ChangedRelation.of(node.target(), ChangeKind.INSERT, scope);
    target.require(Privilege.INSERT);
    Table table = target.table();
    boolean isUpsert = node.upsert() && !table.schema().hasHiddenKey();
    boolean hasConflict = node.onConflict() != null || isUpsert;
    boolean isPlain =
        node.returning().isEmpty()
            && !target.isView()
            && !hasConflict
            && !target.policies().isActive();
    InsertSource source = source(node, target, isPlain);
    Change.OnConflict clause =
        isUpsert ? Upsert.clause(table, source.given(), node.position()) : node.onConflict();
    if (isUpsert && target.isView()) {
      throw ChangeErrors.unsupported(-1, "UPSERT is not supported for views");
    }
    LogicalChange.Conflict conflict =
        clause == null
            ? null
            : new ConflictAnalyzer(target, scope, ConflictBatches.mayHaveMany(source.plan()))
                .analyze(clause, node.returning());
    boolean readsRow =
        !node.returning().isEmpty()
            || (clause != null && (clause.target() != null || !clause.assignments().isEmpty()));
    AnalyzedQuery analyzed =
        isPlain
            ? plain(target, source)
            : withRow(node.returning(), target, source, new Written(conflict, readsRow));
    scope.requireValidConstants();
    return analyzed;
  }

  private InsertSource source(Change.Insert node, ChangedRelation target, boolean isPlain) {
    Query query = node.rows().query();
    Query.Values values = query == null ? null : values(query);
    InsertTargets targets = InsertTargets.of(target, node.rows().columns());
    hideTarget(target);
    if (query == null) {
      return new ValuesSource(target.table(), scope).defaults();
    }
    boolean isSet = values != null && returnsSets(values);
    return values == null || isSet
        ? new QuerySource(target.table(), scope)
            .of(
                isSet ? selected(requireNonNull(values, "values is null")) : query,
                targets,
                node.rows().overriding(),
                isPlain)
        : new ValuesSource(target.table(), scope)
            .of(values.rows(), targets, node.rows().overriding(), isPlain);
  }

  /** Returns whether VALUES is one row with a set-returning function, which SELECT repeats. */
  private boolean returnsSets(Query.Values values) {
    return values.rows().size() == 1
        && values.rows().getFirst().stream()
            .anyMatch(
                value ->
                    value instanceof Call.Function call
                        && scope
                            .statement()
                            .registry()
                            .functions()
                            .named(call.name().last())
                            .stream()
                            .anyMatch(entry -> entry.result().isSet()));
  }

  private static Query selected(Query.Values values) {
    return new Query.Select(
        null,
        values.rows().getFirst().stream()
            .map(value -> new Query.Item(value, null, value.position()))
            .toList(),
        null,
        Query.From.NONE,
        Query.Aggregation.NONE,
        values.position());
  }

  /** Adds the target to the scope of the values, where errors find it but names do not. */
  private void hideTarget(ChangedRelation target) {
    if (!target.isView()) {
      TableRow row = new TableRow(target.table(), Map.of());
      scope.show(List.of(NamespaceItem.visible(target.relation(row)).hidden(true)));
    }
  }

  /** Returns VALUES without any other clause; null for any other query. */
  private static Query.@Nullable Values values(Query query) {
    return switch (query) {
      case Query.Values values -> values;
      case Query.Qualified qualified
          when qualified.with() == null
              && qualified.orderBy().isEmpty()
              && qualified.limit() == null
              && qualified.locking().isEmpty() ->
          values(qualified.body());
      default -> null;
    };
  }

  private AnalyzedQuery plain(ChangedRelation target, InsertSource source) {
    LogicalChange insert =
        new LogicalChange.Insert(
            with.apply(source.plan()),
            target.table(),
            source.columns(),
            source.allocated(),
            List.of(),
            null);
    return new AnalyzedQuery(insert, List.of());
  }

  /**
   * Properties of the new rows.
   *
   * @param conflict ON CONFLICT; null without
   * @param isRead whether the statement reads them, so that they have to be visible
   */
  private record Written(LogicalChange.@Nullable Conflict conflict, boolean isRead) {}

  /** Returns the statement whose new rows are checked or returned. */
  private AnalyzedQuery withRow(
      List<Query.Item> items, ChangedRelation target, InsertSource source, Written written) {
    Variables variables = scope.statement().variables();
    List<Variable> values = source.plan().columns();
    scope.level().define(values);
    Map<Integer, Expression> byColumn = new HashMap<>();
    List<Assignment> columns = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Column column = source.columns().get(i);
      byColumn.put(column.id(), values.get(i));
      columns.add(Assignment.of(values.get(i)));
    }
    TableRow row = GeneratedColumns.in(new TableRow(target.table(), byColumn), scope.statement());
    Map<String, Expression> checks = target.checks(row);
    checks.forEach(
        (name, check) -> columns.add(new Assignment(variables.create(check.type(), name), check)));
    ChangeScope after = scope.empty();
    after.scope().add(target.relation(row));
    Returning returning = Returning.of(items, after);
    columns.addAll(returning.assignments());
    LogicalPlan allowed =
        checked(source.plan(), target.policies(), target.tableColumns(row), written.isRead());
    LogicalPlan plan =
        checks.isEmpty() && returning.isEmpty()
            ? allowed
            : new LogicalOperator.Project(allowed, columns);
    LogicalChange insert =
        new LogicalChange.Insert(
            with.apply(plan),
            target.table(),
            source.columns(),
            List.of(),
            List.copyOf(checks.keySet()),
            written.conflict());
    return new AnalyzedQuery(insert, returning.columns());
  }

  /** Returns the rows that the policies allow to insert; an error for others. */
  private static LogicalPlan checked(
      LogicalPlan plan, RowPolicies policies, List<NamedColumn> row, boolean isRead) {
    if (!policies.isActive()) {
      return plan;
    }
    List<Expression> checks = new ArrayList<>(policies.newRow(RowPolicy.Command.INSERT, row));
    if (isRead) {
      checks.addAll(policies.readRow(row));
    }
    return new LogicalOperator.Filter(plan, checks);
  }
}
