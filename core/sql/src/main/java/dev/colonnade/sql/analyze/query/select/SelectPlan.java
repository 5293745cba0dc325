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
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
    ComputedRows rows = new ComputedRows(context, targets, clauses);
    plan = rows.over(plan);
    List<SetFunction> functions = rows.postponed();
    List<Integer> ofFunctions = ofFunctions(functions);
    List<Integer> behindSort = behindSort(ofFunctions);
    plan = project(plan, extra, new Postponed(functions, joined(ofFunctions, behindSort)));
    if (clauses.isDistinct) {
      plan = LogicalOperator.Aggregate.of(plan, plan.columns(), List.of());
    }
    List<SortItem> order = sortItems();
    if (!clauses.distinctOn.isEmpty()) {
      plan = distinctOn(plan, order);
    }
    plan = computed(ComputedRows.expanded(plan, functions), ofFunctions);
    if (!order.isEmpty()) {
      plan = new LogicalOperator.Sort(plan, order);
    }
    return result(limited(plan, order, behindSort), extra);
  }

  /**
   * Returns the rows within OFFSET and LIMIT with the columns that are evaluated behind the sort:
   * also those of rows that OFFSET skips, but not those of rows behind LIMIT.
   */
  private LogicalPlan limited(LogicalPlan input, List<SortItem> order, List<Integer> behindSort) {
    LogicalPlan plan = clauses.offset == null ? input : computed(input, behindSort);
    if (clauses.offset != null || clauses.count != null) {
      plan =
          new LogicalOperator.Limit(
              plan, clauses.offset, clauses.count, clauses.hasTies ? order : List.of());
    }
    return clauses.offset == null ? computed(plan, behindSort) : plan;
  }

  /**
   * Columns that are not evaluated below DISTINCT ON and ORDER BY.
   *
   * @param functions set-returning functions that they read
   * @param targets their positions
   */
  private record Postponed(List<SetFunction> functions, List<Integer> targets) {}

  /** Returns the columns that read postponed functions. */
  private List<Integer> ofFunctions(List<SetFunction> functions) {
    return IntStream.range(0, targets.size())
        .filter(i -> ComputedRows.readsAny(targets.get(i).value().expression(), functions))
        .boxed()
        .toList();
  }

  /** Returns volatile columns that are no keys: PostgreSQL evaluates them in the order. */
  private List<Integer> behindSort(List<Integer> ofFunctions) {
    if (clauses.order.isEmpty() || clauses.isDistinct) {
      return List.of();
    }
    return IntStream.range(0, targets.size())
        .filter(i -> !clauses.isOrderKey(i) && !ofFunctions.contains(i))
        .filter(i -> isVolatile(targets.get(i).value().expression()))
        .boxed()
        .toList();
  }

  private static boolean isVolatile(Expression expression) {
    return expression.isVolatile()
        || expression.operands().stream().anyMatch(SelectPlan::isVolatile);
  }

  private static List<Integer> joined(List<Integer> one, List<Integer> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** Returns rows with more columns. */
  private LogicalPlan computed(LogicalPlan input, List<Integer> columns) {
    if (columns.isEmpty()) {
      return input;
    }
    List<Assignment> all = new ArrayList<>(input.columns().stream().map(Assignment::of).toList());
    for (int column : columns) {
      all.add(new Assignment(variables.get(column), targets.get(column).value().expression()));
    }
    return new LogicalOperator.Project(input, all);
  }

  private LogicalPlan project(LogicalPlan input, List<Variable> extra, Postponed postponed) {
    Set<Variable> passed = new HashSet<>(input.columns());
    passed.removeAll(extra);
    List<Assignment> assignments = new ArrayList<>();
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.SELECT);
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      boolean isKey = clauses.isDistinct && !target.isHidden();
      Expression value =
          isKey ? expressions.groupable(target.value()) : target.value().expression();
      boolean isComputed = !postponed.targets().contains(i);
      boolean isPassed = isComputed && value instanceof Variable known && passed.remove(known);
      Variable variable =
          isPassed && value instanceof Variable known
              ? known
              : context.statement().variables().create(value.type(), target.name());
      variables.add(variable);
      if (isComputed) {
        assignments.add(new Assignment(variable, value));
      }
    }
    Set<Variable> read = new LinkedHashSet<>(extra);
    read.addAll(read(input, postponed));
    assignments.forEach(assignment -> read.remove(assignment.variable()));
    read.forEach(variable -> assignments.add(Assignment.of(variable)));
    return new LogicalOperator.Project(input, assignments);
  }

  /** Returns the columns of the input that postponed columns and functions read. */
  private Set<Variable> read(LogicalPlan input, Postponed postponed) {
    Set<Variable> read = new LinkedHashSet<>();
    for (int target : postponed.targets()) {
      read.addAll(LogicalExpressions.variables(targets.get(target).value().expression()));
    }
    for (SetFunction function : postponed.functions()) {
      read.addAll(LogicalExpressions.variables(function.call()));
    }
    read.retainAll(input.columns());
    return read;
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
