package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.Failures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Unnesting that moves the predicates over outer variables out of a subquery, so that they become
 * conditions of the join with the outer rows. Aggregations, limits and windows below which a
 * predicate is moved compute their results for each value of the inner side of the equality, also
 * for values without an outer row: this is done only where such a computation cannot fail.
 */
final class CorrelationPullUp {
  private final Set<Variable> outer;
  private final Variables variables;

  CorrelationPullUp(Set<Variable> outer, Variables variables) {
    this.outer = Set.copyOf(outer);
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Returns the unnested subquery; null if this way of unnesting is not possible. */
  @Nullable Pulled pull(LogicalPlan plan) {
    if (!readsOuter(plan)) {
      return Pulled.of(plan);
    }
    return switch (plan) {
      case Filter filter -> filter(filter);
      case Project project -> project(project);
      case LogicalJoin join -> join(join);
      case Aggregate aggregate -> aggregate(aggregate);
      case Limit limit -> limit(limit);
      case Sort sort -> sort(sort);
      case Window window -> window(window);
      case Unnest unnest -> unnest(unnest);
      case LogicalSource _, LogicalSet _, LogicalChange _ -> null;
    };
  }

  private boolean readsOuter(LogicalPlan plan) {
    for (Variable variable : LogicalExpressions.freeVariables(plan)) {
      if (outer.contains(variable)) {
        return true;
      }
    }
    return false;
  }

  private boolean readsOuter(Expression expression) {
    return ExpressionProperties.readsAny(expression, outer);
  }

  private boolean readsOuter(List<Expression> expressions) {
    return expressions.stream().anyMatch(this::readsOuter);
  }

  private @Nullable Pulled filter(Filter filter) {
    Pulled input = pull(filter.input());
    if (input == null) {
      return null;
    }
    List<Expression> predicates = input.above(ExpressionProperties.conjuncts(filter.predicates()));
    if (input.isPadded()) {
      return input.plusFilters(predicates);
    }
    List<Expression> inner = new ArrayList<>();
    List<Expression> conditions = new ArrayList<>();
    for (Expression predicate : predicates) {
      if (!readsOuter(predicate)) {
        inner.add(predicate);
      } else if (ExpressionProperties.hasSubquery(predicate)) {
        return null;
      } else {
        conditions.add(predicate);
      }
    }
    LogicalPlan plan = inner.isEmpty() ? input.plan() : new Filter(input.plan(), inner);
    return input.over(plan).plusConditions(conditions);
  }

  private @Nullable Pulled project(Project project) {
    Pulled input = pull(project.input());
    if (input == null) {
      return null;
    }
    Map<Variable, Expression> outputs = new HashMap<>();
    List<Assignment> inner = new ArrayList<>();
    Set<Variable> needed = new LinkedHashSet<>();
    for (Assignment assignment : project.assignments()) {
      Expression expression = input.above(assignment.expression());
      boolean mayFail = !input.conditions().isEmpty() && !expression.isSafe();
      if (input.isPadded() || mayFail || readsOuter(expression)) {
        if (ExpressionProperties.hasSubquery(expression)) {
          return null;
        }
        outputs.put(assignment.variable(), expression);
        needed.addAll(LogicalExpressions.variables(expression));
      } else {
        inner.add(new Assignment(assignment.variable(), expression));
      }
    }
    if (input.isPadded()) {
      return input.withOutputs(outputs);
    }
    input.conditions().forEach(part -> needed.addAll(LogicalExpressions.variables(part)));
    Set<Variable> present = new HashSet<>();
    inner.forEach(assignment -> present.add(assignment.variable()));
    for (Variable column : input.plan().columns()) {
      if (needed.contains(column) && present.add(column)) {
        inner.add(Assignment.of(column));
      }
    }
    return input.over(new Project(input.plan(), inner)).withOutputs(outputs);
  }

  private @Nullable Pulled join(LogicalJoin join) {
    boolean isInner = join.kind() == LogicalJoin.Kind.INNER;
    if (join.isDependent()
        || join.kind() == LogicalJoin.Kind.FULL
        || join.kind() == LogicalJoin.Kind.SINGLE) {
      return null;
    }
    Pulled left = pull(join.left());
    Pulled right = isInner || !readsOuter(join.right()) ? pull(join.right()) : null;
    if (left == null || right == null || left.isPadded() || right.isPadded()) {
      return null;
    }
    List<Expression> inner = new ArrayList<>();
    List<Expression> conditions = new ArrayList<>(left.conditions());
    conditions.addAll(right.conditions());
    Map<Variable, Expression> outputs = Pulled.outputs(left, right);
    for (Expression condition : join.conditions()) {
      Expression changed = LogicalExpressions.substitute(condition, outputs);
      if (!readsOuter(changed)) {
        inner.add(changed);
      } else if (isInner && !ExpressionProperties.hasSubquery(changed)) {
        conditions.add(changed);
      } else {
        return null;
      }
    }
    LogicalPlan plan = LogicalJoin.of(join.kind(), left.plan(), right.plan(), inner);
    return new Pulled(plan, conditions, outputs, false, List.of());
  }

  private @Nullable Pulled aggregate(Aggregate aggregate) {
    Pulled input = pull(aggregate.input());
    if (input == null
        || input.isPadded()
        || aggregate.groupingSets().size() != 1
        || aggregate.groupingSets().getFirst().size() != aggregate.keys().size()) {
      return null;
    }
    for (Expression expression : aggregate.expressions()) {
      if (!expression.isSafe()
          || readsOuter(expression)
          || ExpressionProperties.readsAny(expression, input.outputs().keySet())) {
        return null;
      }
    }
    if (!Failures.isSafe(aggregate.input())) {
      return null;
    }
    Keyed keyed = keyed(input);
    if (keyed == null
        || aggregate.keys().stream().anyMatch(key -> input.outputs().containsKey(key.input()))) {
      return null;
    }
    List<GroupKey> keys = new ArrayList<>(aggregate.keys());
    for (Variable key : keyed.keys) {
      if (keys.stream().noneMatch(other -> other.output().equals(key))) {
        keys.add(GroupKey.of(key));
      }
    }
    List<Integer> set = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      set.add(i);
    }
    Map<Variable, Expression> outputs = new HashMap<>();
    boolean isPadded = aggregate.keys().isEmpty();
    if (isPadded && !addEmptyValues(aggregate.functions(), outputs)) {
      return null;
    }
    LogicalPlan plan = new Aggregate(keyed.plan, keys, List.of(set), aggregate.functions());
    return new Pulled(plan, keyed.conditions, outputs, isPadded, List.of());
  }

  private static boolean addEmptyValues(
      List<AggregateFunction> functions, Map<Variable, Expression> outputs) {
    for (AggregateFunction function : functions) {
      Expression empty = EmptyGroups.value(function);
      if (empty == null) {
        return false;
      }
      if (!EmptyGroups.isNull(function)) {
        Variable output = function.output();
        outputs.put(output, new CoalesceExpression(output.type(), List.of(output, empty)));
      }
    }
    return true;
  }

  /** Plan with a column for the inner side of each equality of the conditions. */
  private record Keyed(LogicalPlan plan, List<Variable> keys, List<Expression> conditions) {}

  /** Returns the plan with its correlation keys; null if a condition is no equality. */
  private @Nullable Keyed keyed(Pulled input) {
    List<Variable> keys = new ArrayList<>();
    List<Expression> conditions = new ArrayList<>();
    List<Assignment> computed = new ArrayList<>();
    Set<Variable> columns = new HashSet<>(input.plan().columns());
    for (Expression condition : input.conditions()) {
      if (!ExpressionProperties.readsAny(condition, columns)) {
        conditions.add(condition);
        continue;
      }
      CorrelationKey key = CorrelationKey.of(condition, outer);
      if (key == null) {
        return null;
      }
      Variable column;
      if (key.inner() instanceof Variable variable) {
        column = variable;
      } else {
        column = variables.create(key.inner().type(), "key");
        computed.add(new Assignment(column, key.inner()));
      }
      keys.add(column);
      conditions.add(key.by(column));
    }
    LogicalPlan plan = input.plan();
    if (!computed.isEmpty()) {
      List<Assignment> all = new ArrayList<>();
      plan.columns().forEach(column -> all.add(Assignment.of(column)));
      all.addAll(computed);
      plan = new Project(plan, all);
    }
    return new Keyed(plan, keys, conditions);
  }

  private @Nullable Pulled limit(Limit limit) {
    LogicalPlan below = limit.input() instanceof Sort sort ? sort.input() : limit.input();
    List<SortItem> order = limit.input() instanceof Sort sort ? sort.keys() : List.of();
    Pulled input = pull(below);
    if (input == null || !RowNumbers.canNumber(limit)) {
      return null;
    }
    if (input.isPadded()) {
      Long offset = RowNumbers.value(limit.offset());
      Long count = RowNumbers.value(limit.count());
      return (offset == null || offset == 0) && (count == null || count > 0) ? input : null;
    }
    Keyed keyed = keyed(input);
    List<SortItem> items = order(order, input);
    if (keyed == null || items == null || !Failures.isSafe(below)) {
      return null;
    }
    if (keyed.keys.isEmpty()) {
      LogicalPlan sorted = items.isEmpty() ? input.plan() : new Sort(input.plan(), items);
      return input.over(new Limit(sorted, limit.offset(), limit.count(), List.of()));
    }
    LogicalPlan plan = RowNumbers.limited(keyed.plan, keyed.keys, items, limit, variables);
    return new Pulled(plan, keyed.conditions, input.outputs(), false, List.of());
  }

  /** Returns the keys of an order without outer variables; null if a key mixes variables. */
  private @Nullable List<SortItem> order(List<SortItem> keys, Pulled input) {
    List<SortItem> inner = new ArrayList<>();
    for (SortItem key : keys) {
      Expression expression = input.above(key.expression());
      if (!expression.isSafe()) {
        return null;
      }
      if (!readsOuter(expression)) {
        inner.add(key.by(expression));
      } else if (!ExpressionProperties.readsOnly(expression, outer)) {
        return null;
      }
    }
    return inner;
  }

  private @Nullable Pulled sort(Sort sort) {
    Pulled input = pull(sort.input());
    if (input == null || input.isPadded()) {
      return input;
    }
    List<SortItem> items = order(sort.keys(), input);
    if (items == null) {
      return null;
    }
    return items.isEmpty() ? input : input.over(new Sort(input.plan(), items));
  }

  private @Nullable Pulled window(Window window) {
    Pulled input = pull(window.input());
    if (input == null || input.isPadded() || !Failures.isSafe(window.input())) {
      return null;
    }
    List<Expression> expressions = input.above(window.expressions());
    if (readsOuter(expressions) || !expressions.stream().allMatch(Expression::isSafe)) {
      return null;
    }
    Keyed keyed = keyed(input);
    if (keyed == null) {
      return null;
    }
    Window changed = (Window) window.withExpressions(expressions);
    List<Expression> partition = new ArrayList<>(changed.partition());
    partition.addAll(keyed.keys);
    LogicalPlan plan =
        new Window(keyed.plan, partition, changed.order(), changed.frame(), changed.functions());
    return new Pulled(plan, keyed.conditions, input.outputs(), false, List.of());
  }

  private @Nullable Pulled unnest(Unnest unnest) {
    Pulled input = pull(unnest.input());
    if (input == null || input.isPadded()) {
      return null;
    }
    List<Expression> calls = input.above(unnest.expressions());
    if (readsOuter(calls) || !calls.stream().allMatch(Expression::isSafe)) {
      return null;
    }
    LogicalPlan plan = unnest.withInputs(List.of(input.plan()));
    return input.over(plan.withExpressions(calls));
  }
}
