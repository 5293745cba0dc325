package dev.colonnade.sql.analyze.change.update;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.query.from.FromAnalyzer;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.call.CurrentRowKey;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that an UPDATE or DELETE changes: the target, joined with FROM or USING, that satisfy WHERE.
 *
 * @param plan of the rows
 * @param row of the target table
 * @param scope with the target, then the other relations
 */
record TargetRows(LogicalPlan plan, TableRow row, ChangeScope scope) {
  TargetRows {
    requireNonNull(plan, "plan is null");
    requireNonNull(row, "row is null");
    requireNonNull(scope, "scope is null");
  }

  /**
   * Returns the rows to change.
   *
   * @param commands whose policies the rows have to satisfy
   */
  static TargetRows of(
      ChangedRelation target, Query.From from, ChangeScope scope, RowPolicy.Command... commands) {
    ChangedRelation.Rows rows = target.rows(commands);
    NamespaceItem item = NamespaceItem.visible(target.relation(rows.row()));
    LogicalPlan plan = rows.plan();
    scope.show(List.of(item));
    if (!from.items().isEmpty()) {
      scope.scope().setItems(List.of(item.lateral(true, false)));
      scope.level().setFrom(scope.scope());
      plan =
          new FromAnalyzer(scope.context(), scope.scope(), scope.level())
              .analyze(plan, from.items());
      scope.level().setFrom(null);
      List<NamespaceItem> items = new ArrayList<>(scope.scope().items());
      items.set(0, item);
      scope.scope().setItems(items);
      scope.level().define(plan.columns());
    }
    List<Expression> predicates =
        from.condition() instanceof Reference.CurrentOf current
            ? currentOf(current, target, rows.row())
            : scope.where(from.condition());
    return new TargetRows(
        predicates.isEmpty() ? plan : new LogicalOperator.Filter(plan, predicates),
        rows.row(),
        scope);
  }

  /** Returns predicates that the current row of a cursor satisfies: its key is unique. */
  private static List<Expression> currentOf(
      Reference.CurrentOf current, ChangedRelation target, TableRow row) {
    if (target.isView()) {
      throw ChangeErrors.unsupported(-1, "WHERE CURRENT OF on a view is not implemented");
    }
    ExpressionBuilder builder = new ExpressionBuilder();
    List<Expression> predicates = new ArrayList<>();
    for (Expression part : row.key()) {
      Expression value =
          new CurrentRowKey(
              part.type(),
              current.cursor(),
              row.table().id(),
              row.table().name(),
              predicates.size());
      predicates.add(builder.compare(ComparisonOperator.EQUAL, part, new ExecutionConstant(value)));
    }
    return predicates;
  }

  /** Returns the scope of RETURNING, in which the target is a new row. */
  ChangeScope after(ChangedRelation target, TableRow changed) {
    ChangeScope after = scope.empty();
    List<NamespaceItem> items = new ArrayList<>(scope.scope().items());
    items.set(0, NamespaceItem.visible(target.relation(changed)));
    after.show(items);
    return after;
  }

  /** Returns the assignments of the key of the target. */
  List<Assignment> key(Variables variables) {
    List<Assignment> key = new ArrayList<>();
    for (Expression part : row.key()) {
      key.add(
          part instanceof Variable variable
              ? Assignment.of(variable)
              : new Assignment(variables.create(part.type(), "key"), part));
    }
    return key;
  }
}
