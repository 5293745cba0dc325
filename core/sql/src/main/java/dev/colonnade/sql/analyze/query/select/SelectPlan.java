package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plan of an analyzed SELECT. */
final class SelectPlan {
  private final SelectContext context;
  private final TargetList targets;
  private final SelectClauses clauses;

  /** Variables of the columns, in the order of {@code targets}. */
  private final List<Variable> variables = new ArrayList<>();

  SelectPlan(SelectContext context, TargetList targets, SelectClauses clauses) {
    this.context = context;
    this.targets = targets;
    this.clauses = clauses;
  }

  /** Returns the plan, whose columns are those of the result, then {@code extra}. */
  AnalyzedQuery build(List<Variable> extra) {
    LogicalPlan plan = clauses.plan;
    if (!clauses.where.isEmpty()) {
      plan = new LogicalOperator.Filter(plan, clauses.where);
    }
    plan = new ComputedRows(context, targets, clauses).over(plan);
    plan = project(plan, extra);
    if (clauses.isDistinct) {
      plan = LogicalOperator.Aggregate.of(plan, plan.columns(), List.of());
    }
    List<SortItem> order = sortItems();
    if (!clauses.distinctOn.isEmpty()) {
      plan = distinctOn(plan, order);
    }
    if (!order.isEmpty()) {
      plan = new LogicalOperator.Sort(plan, order);
    }
    if (clauses.offset != null || clauses.count != null) {
      plan =
          new LogicalOperator.Limit(
              plan, clauses.offset, clauses.count, clauses.hasTies ? order : List.of());
    }
    return result(plan, extra);
  }

  private LogicalPlan project(LogicalPlan input, List<Variable> extra) {
    Set<Variable> passed = new HashSet<>(input.columns());
    passed.removeAll(extra);
    List<Assignment> assignments = new ArrayList<>();
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.SELECT);
    for (Target target : targets.all()) {
      boolean isKey = clauses.isDistinct && !target.isHidden();
      Expression value =
          isKey ? expressions.groupable(target.value()) : target.value().expression();
      boolean isPassed = value instanceof Variable known && passed.remove(known);
      Variable variable =
          isPassed && value instanceof Variable known
              ? known
              : context.statement().variables().create(value.type(), target.name());
      variables.add(variable);
      assignments.add(new Assignment(variable, value));
    }
    extra.forEach(variable -> assignments.add(Assignment.of(variable)));
    return new LogicalOperator.Project(input, assignments);
  }

  private List<SortItem> sortItems() {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.ORDER_BY);
    List<SortItem> items = new ArrayList<>();
    for (SelectClauses.OrderKey key : clauses.order) {
      items.add(expressions.sortItem(column(key.target()), key.node()));
    }
    return items;
  }

  /** Returns a column as a value over the rows of the projection. */
  private TypedExpression column(int target) {
    TypedExpression value = targets.get(target).value();
    return new TypedExpression(
        variables.get(target), value.type(), value.fields(), value.position());
  }

  private LogicalPlan distinctOn(LogicalPlan input, List<SortItem> order) {
    Variable number =
        context.statement().variables().create(VectorType.of(TypeKind.BIGINT), "row_number");
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.DISTINCT_ON);
    List<Expression> partition = new ArrayList<>();
    for (int target : clauses.distinctOn) {
      partition.add(expressions.groupable(column(target)));
    }
    LogicalPlan numbered =
        new LogicalOperator.Window(
            input,
            partition,
            order,
            QueryLevel.defaultFrame(),
            List.of(new LogicalOperator.WindowFunction(number, "row_number", List.of(), null)));
    ExpressionBuilder builder = new ExpressionBuilder();
    Expression isFirst =
        builder.compare(ComparisonOperator.EQUAL, number, builder.literal(TypeKind.BIGINT, 1L));
    return new LogicalOperator.Filter(numbered, List.of(isFirst));
  }

  private AnalyzedQuery result(LogicalPlan plan, List<Variable> extra) {
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      if (!target.isHidden()) {
        columns.add(
            new ResultColumn(
                target.name(),
                variables.get(i),
                target.value().type(),
                target.value().fields(),
                target.origin()));
      }
    }
    List<Variable> wanted = new ArrayList<>();
    columns.forEach(column -> wanted.add(column.variable()));
    wanted.addAll(extra);
    LogicalPlan rows =
        plan.columns().equals(wanted)
            ? plan
            : new LogicalOperator.Project(plan, wanted.stream().map(Assignment::of).toList());
    return new AnalyzedQuery(rows, columns);
  }
}
