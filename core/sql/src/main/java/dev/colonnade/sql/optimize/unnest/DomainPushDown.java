package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
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
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Unnesting that joins a subquery with the distinct values of the outer columns which it reads:
 * each node computes its rows for all of these values, and passes the values on.
 */
final class DomainPushDown {
  private final Domain domain;
  private final Variables variables;

  DomainPushDown(Domain domain, Variables variables) {
    this.domain = requireNonNull(domain, "domain is null");
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Rows of a subquery for all values of the domain, with the local column by outer column. */
  record Pushed(LogicalPlan plan, Map<Variable, Variable> local) {
    Pushed {
      requireNonNull(plan, "plan is null");
      local = Map.copyOf(local);
    }

    Expression at(Expression expression) {
      return LogicalExpressions.substitute(expression, local);
    }

    List<Expression> at(List<Expression> expressions) {
      return expressions.stream().map(this::at).toList();
    }

    Pushed over(LogicalPlan other) {
      return new Pushed(other, local);
    }
  }

  /** Returns the unnested subquery; null if a node of it cannot be unnested. */
  @Nullable Pushed push(LogicalPlan plan) {
    if (!readsDomain(plan)) {
      Domain.Read read = domain.read();
      return new Pushed(LogicalJoin.of(Kind.INNER, read.plan(), plan, List.of()), read.local());
    }
    return switch (plan) {
      case Filter _, Unnest _, Sort _ -> overInput(plan);
      case Project project -> project(project);
      case LogicalJoin join -> join(join);
      case Aggregate aggregate -> aggregate(aggregate);
      case Window window -> window(window);
      case Limit limit -> limit(limit);
      case SetOperation set -> set(set);
      case Rows rows -> rows(rows);
      case Recursion _, With _, LogicalSource _, LogicalChange _ -> null;
    };
  }

  private boolean readsDomain(LogicalPlan plan) {
    for (Variable variable : LogicalExpressions.freeVariables(plan)) {
      if (domain.columns().contains(variable)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Pushed overInput(LogicalPlan plan) {
    Pushed input = push(plan.inputs().getFirst());
    if (input == null) {
      return null;
    }
    LogicalPlan over = plan.withInputs(List.of(input.plan()));
    return input.over(over.withExpressions(input.at(plan.expressions())));
  }

  private List<Variable> localColumns(Pushed input) {
    List<Variable> columns = new ArrayList<>();
    for (Variable column : domain.columns()) {
      columns.add(requireNonNull(input.local().get(column), "local is null"));
    }
    return columns;
  }

  private @Nullable Pushed project(Project project) {
    Pushed input = push(project.input());
    if (input == null) {
      return null;
    }
    List<Assignment> assignments = new ArrayList<>();
    List<Variable> locals = localColumns(input);
    for (Assignment assignment : project.assignments()) {
      assignments.add(new Assignment(assignment.variable(), input.at(assignment.expression())));
    }
    List<Variable> present = project.columns();
    locals.stream().filter(v -> !present.contains(v)).map(Assignment::of).forEach(assignments::add);
    return input.over(new Project(input.plan(), assignments));
  }

  private @Nullable Pushed join(LogicalJoin join) {
    boolean readsRight = readsDomain(join.right());
    boolean readsLeft = readsDomain(join.left());
    if (join.kind() == Kind.FULL) {
      return null;
    }
    if (join.kind() == Kind.INNER && readsRight && !readsLeft && !join.isDependent()) {
      Pushed right = push(join.right());
      return right == null
          ? null
          : right.over(
              LogicalJoin.of(Kind.INNER, join.left(), right.plan(), right.at(join.conditions())));
    }
    Pushed left = push(join.left());
    if (left == null) {
      return null;
    }
    if (join.isDependent()) {
      LogicalPlan right =
          LogicalExpressions.rewriteExpressions(
              join.right(),
              part -> part instanceof Variable variable ? left.local().get(variable) : null);
      return left.over(
          new LogicalJoin(join.kind(), left.plan(), right, left.at(join.conditions()), true));
    }
    List<Expression> conditions = new ArrayList<>(left.at(join.conditions()));
    LogicalPlan right = join.right();
    if (readsRight) {
      Pushed pushed = push(right);
      if (pushed == null) {
        return null;
      }
      right = pushed.plan();
      conditions.addAll(domain.equalities(left.local(), pushed.local()));
    }
    return left.over(LogicalJoin.of(join.kind(), left.plan(), right, conditions));
  }

  private @Nullable Pushed aggregate(Aggregate aggregate) {
    Pushed input = push(aggregate.input());
    boolean isSimple =
        aggregate.groupingSets().size() == 1
            && aggregate.groupingSets().getFirst().size() == aggregate.keys().size();
    if (input == null || !isSimple) {
      return null;
    }
    Aggregate changed = (Aggregate) aggregate.withExpressions(input.at(aggregate.expressions()));
    List<GroupKey> keys = new ArrayList<>(aggregate.keys());
    localColumns(input).forEach(column -> keys.add(GroupKey.of(column)));
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      all.add(i);
    }
    if (!aggregate.keys().isEmpty()) {
      return input.over(new Aggregate(input.plan(), keys, List.of(all), changed.functions()));
    }
    return withEmptyGroups(input, keys, all, changed.functions());
  }

  /** Returns one row for each value of the domain, also for those without rows of the input. */
  private @Nullable Pushed withEmptyGroups(
      Pushed input, List<GroupKey> keys, List<Integer> set, List<AggregateFunction> functions) {
    List<AggregateFunction> renamed = new ArrayList<>();
    List<Assignment> outputs = new ArrayList<>();
    for (AggregateFunction function : functions) {
      Expression empty = EmptyGroups.value(function);
      if (empty == null) {
        return null;
      }
      if (EmptyGroups.isNull(function)) {
        renamed.add(function);
        outputs.add(Assignment.of(function.output()));
        continue;
      }
      Variable output = variables.copyOf(function.output());
      renamed.add(
          new AggregateFunction(
              output,
              function.function(),
              function.arguments(),
              function.distinct(),
              function.filter(),
              function.order()));
      outputs.add(
          new Assignment(
              function.output(), new CoalesceExpression(output.type(), List.of(output, empty))));
    }
    Domain.Read read = domain.read();
    LogicalPlan groups = new Aggregate(input.plan(), keys, List.of(set), renamed);
    LogicalPlan joined =
        LogicalJoin.of(
            Kind.LEFT, read.plan(), groups, domain.equalities(read.local(), input.local()));
    Pushed result = new Pushed(joined, read.local());
    localColumns(result).forEach(column -> outputs.add(Assignment.of(column)));
    return result.over(new Project(joined, outputs));
  }

  private @Nullable Pushed window(Window window) {
    Pushed input = push(window.input());
    if (input == null) {
      return null;
    }
    Window changed = (Window) window.withExpressions(input.at(window.expressions()));
    if (changed.frame().start().offset() instanceof Variable
        || changed.frame().end().offset() instanceof Variable) {
      return null;
    }
    List<Expression> partition = new ArrayList<>(changed.partition());
    partition.addAll(localColumns(input));
    return input.over(
        new Window(input.plan(), partition, changed.order(), changed.frame(), changed.functions()));
  }

  private @Nullable Pushed limit(Limit limit) {
    LogicalPlan below = limit.input() instanceof Sort sort ? sort.input() : limit.input();
    List<SortItem> order = limit.input() instanceof Sort sort ? sort.keys() : List.of();
    if (!RowNumbers.canNumber(limit)) {
      return null;
    }
    Pushed input = push(below);
    if (input == null) {
      return null;
    }
    List<SortItem> items = new ArrayList<>();
    order.forEach(item -> items.add(item.by(input.at(item.expression()))));
    return input.over(
        RowNumbers.limited(input.plan(), localColumns(input), items, limit, variables));
  }

  private @Nullable Pushed set(SetOperation set) {
    List<LogicalPlan> inputs = new ArrayList<>();
    for (LogicalPlan input : set.inputs()) {
      Pushed pushed = push(input);
      if (pushed == null) {
        return null;
      }
      inputs.add(branch(input.columns(), pushed));
    }
    return combined(set.kind(), set.all(), inputs, set.columns());
  }

  /** Returns the columns of a branch, then those of the domain, each under a new variable. */
  private LogicalPlan branch(List<Variable> columns, Pushed pushed) {
    List<Assignment> assignments = new ArrayList<>();
    columns.forEach(column -> assignments.add(new Assignment(variables.copyOf(column), column)));
    localColumns(pushed)
        .forEach(column -> assignments.add(new Assignment(variables.copyOf(column), column)));
    return new Project(pushed.plan(), assignments);
  }

  private Pushed combined(
      LogicalSet.Kind kind, boolean all, List<LogicalPlan> inputs, List<Variable> columns) {
    Map<Variable, Variable> local = new HashMap<>();
    List<Variable> outputs = new ArrayList<>(columns);
    for (Variable column : domain.columns()) {
      Variable copy = variables.copyOf(column);
      local.put(column, copy);
      outputs.add(copy);
    }
    return new Pushed(new SetOperation(kind, all, inputs, outputs), local);
  }

  private @Nullable Pushed rows(Rows rows) {
    List<LogicalPlan> inputs = new ArrayList<>();
    for (List<Expression> row : rows.rows()) {
      Domain.Read read = domain.read();
      Pushed pushed = new Pushed(read.plan(), read.local());
      List<Assignment> assignments = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        Variable column = rows.columns().get(i);
        Variable output = rows.rows().size() == 1 ? column : variables.copyOf(column);
        assignments.add(new Assignment(output, pushed.at(row.get(i))));
      }
      List<Variable> locals = localColumns(pushed);
      if (rows.rows().size() == 1) {
        locals.forEach(column -> assignments.add(Assignment.of(column)));
        return pushed.over(new Project(read.plan(), assignments));
      }
      locals.forEach(column -> assignments.add(new Assignment(variables.copyOf(column), column)));
      inputs.add(new Project(read.plan(), assignments));
    }
    return combined(LogicalSet.Kind.UNION, true, inputs, rows.columns());
  }
}
