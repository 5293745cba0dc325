package dev.colonnade.sql.logical;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text of logical plans for tests: one line a node, inputs below it with two more blanks. Variables
 * are numbered from 1 in the order in which the text mentions them; subqueries of expressions are
 * numbered too and follow the node.
 */
public final class LogicalPlanPrinter {
  private final StringBuilder text = new StringBuilder();
  private final Map<Variable, Integer> numbers = new HashMap<>();
  private final List<LogicalPlan> subqueries = new ArrayList<>();
  private int subqueryCount;

  private LogicalPlanPrinter() {}

  /** Returns the text of a plan, each line with its end. */
  public static String print(LogicalPlan plan) {
    LogicalPlanPrinter printer = new LogicalPlanPrinter();
    printer.node(plan, 0);
    return printer.text.toString();
  }

  private void node(LogicalPlan plan, int depth) {
    int firstSubquery = subqueries.size();
    line(depth, label(plan));
    List<LogicalPlan> own = List.copyOf(subqueries.subList(firstSubquery, subqueries.size()));
    int number = subqueryCount - own.size();
    for (LogicalPlan subquery : own) {
      number++;
      line(depth + 1, "subquery " + number + ":");
      node(subquery, depth + 2);
    }
    for (LogicalPlan input : plan.inputs()) {
      node(input, depth + 1);
    }
  }

  private void line(int depth, String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  private String label(LogicalPlan plan) {
    return switch (plan) {
      case LogicalSource source -> source(source);
      case LogicalOperator operator -> operator(operator);
      case LogicalJoin join ->
          "Join " + join.kind() + (join.isDependent() ? " dependent" : "") + all(join.conditions());
      case LogicalSet set -> set(set);
      case LogicalChange change -> change(change);
    };
  }

  private String source(LogicalSource source) {
    return switch (source) {
      case LogicalSource.TableScan scan ->
          "TableScan "
              + scan.table().objectName().name()
              + (scan.alias().equals(scan.table().objectName().name()) ? "" : " " + scan.alias())
              + variables(scan.columns());
      case LogicalSource.SystemTableScan scan ->
          "SystemTableScan " + scan.table().name() + variables(scan.columns());
      case LogicalSource.Rows rows ->
          "Rows"
              + rows.rows().stream().map(this::all).collect(Collectors.joining())
              + (rows.columns().isEmpty() ? "" : " ->" + variables(rows.columns()));
      case LogicalSource.NamedRows rows -> "NamedRows " + rows.name() + variables(rows.columns());
      case LogicalSource.CteReference reference ->
          "CteReference " + reference.name() + variables(reference.columns());
      case LogicalSource.WorkingTable working ->
          "WorkingTable " + working.name() + variables(working.columns());
    };
  }

  private String operator(LogicalOperator operator) {
    return switch (operator) {
      case LogicalOperator.Filter filter -> "Filter" + all(filter.predicates());
      case LogicalOperator.Project project ->
          "Project" + list(project.assignments().stream().map(this::assignment).toList());
      case LogicalOperator.Sort sort -> "Sort" + items(sort.keys());
      case LogicalOperator.Limit limit -> limit(limit);
      case LogicalOperator.Aggregate aggregate -> aggregate(aggregate);
      case LogicalOperator.Window window -> window(window);
      case LogicalOperator.Unnest unnest ->
          "Unnest"
              + list(
                  unnest.functions().stream()
                      .map(each -> variables(each.columns()).strip() + " = " + text(each.call()))
                      .toList())
              + (unnest.ordinality() == null ? "" : " ordinality " + text(unnest.ordinality()));
    };
  }

  private String set(LogicalSet set) {
    return switch (set) {
      case LogicalSet.SetOperation operation ->
          operation.kind() + (operation.all() ? " ALL" : "") + variables(operation.columns());
      case LogicalSet.Recursion recursion ->
          "Recursion" + (recursion.all() ? " ALL" : "") + variables(recursion.columns());
      case LogicalSet.With with ->
          "With"
              + list(
                  with.tables().stream()
                      .map(table -> table.name() + " " + table.evaluation())
                      .toList());
    };
  }

  private String change(LogicalChange change) {
    return switch (change) {
      case LogicalChange.TableChange table ->
          table.getClass().getSimpleName() + " " + table.table().objectName().name();
      case LogicalChange.LockRows lock ->
          "LockRows"
              + list(
                  lock.targets().stream()
                      .map(
                          target ->
                              target.table().objectName().name()
                                  + " "
                                  + target.strength()
                                  + " "
                                  + target.onLocked())
                      .toList())
              + optional(" offset ", lock.offset())
              + optional(" count ", lock.count());
      case LogicalChange.WithChanges with ->
          "WithChanges" + list(with.items().stream().map(LogicalChange.Item::name).toList());
    };
  }

  private String limit(LogicalOperator.Limit limit) {
    return "Limit"
        + optional(" offset ", limit.offset())
        + optional(" count ", limit.count())
        + (limit.ties().isEmpty() ? "" : " ties" + items(limit.ties()));
  }

  private String aggregate(LogicalOperator.Aggregate aggregate) {
    List<String> keys =
        aggregate.keys().stream()
            .map(
                key ->
                    key.output().equals(key.input())
                        ? text(key.input())
                        : text(key.output()) + " = " + text(key.input()))
            .toList();
    boolean isPlain =
        aggregate.groupingSets().size() == 1
            && aggregate.groupingSets().getFirst().size() == keys.size();
    return "Aggregate"
        + list(keys)
        + (isPlain ? "" : " sets " + aggregate.groupingSets())
        + list(aggregate.functions().stream().map(this::function).toList());
  }

  private String function(AggregateFunction function) {
    return text(function.output())
        + " = "
        + function.function()
        + "("
        + (function.distinct() ? "DISTINCT " : "")
        + function.arguments().stream().map(this::text).collect(Collectors.joining(", "))
        + (function.order().isEmpty() ? "" : " ORDER BY" + items(function.order()))
        + ")"
        + optional(" FILTER ", function.filter());
  }

  private String window(LogicalOperator.Window window) {
    LogicalOperator.Frame frame = window.frame();
    return "Window partition"
        + all(window.partition())
        + " order"
        + items(window.order())
        + " "
        + frame.unit()
        + " "
        + bound(frame.start())
        + " .. "
        + bound(frame.end())
        + (frame.exclusion() == LogicalOperator.FrameExclusion.NOTHING
            ? ""
            : " exclude " + frame.exclusion())
        + list(
            window.functions().stream()
                .map(
                    each ->
                        text(each.output())
                            + " = "
                            + each.function()
                            + "("
                            + each.arguments().stream()
                                .map(this::text)
                                .collect(Collectors.joining(", "))
                            + ")"
                            + optional(" FILTER ", each.filter()))
                .toList());
  }

  private String bound(FrameBound bound) {
    String direction =
        bound.direction() == 0 ? "current row" : bound.direction() < 0 ? "preceding" : "following";
    Expression offset = bound.offset();
    return offset == null
        ? bound.direction() == 0 ? direction : "unbounded " + direction
        : text(offset) + " " + direction;
  }

  private String assignment(Assignment assignment) {
    String variable = text(assignment.variable());
    return assignment.variable().equals(assignment.expression())
        ? variable
        : variable + " = " + text(assignment.expression());
  }

  private String optional(String before, @Nullable Expression expression) {
    return expression == null ? "" : before + text(expression);
  }

  private String items(List<SortItem> items) {
    return list(
        items.stream()
            .map(
                item ->
                    text(item.expression())
                        + (item.descending() ? " DESC" : "")
                        + (item.nullsFirst() == item.descending()
                            ? ""
                            : item.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
            .toList());
  }

  private String variables(List<Variable> variables) {
    return list(variables.stream().map(this::text).toList());
  }

  private String all(List<Expression> expressions) {
    return list(expressions.stream().map(this::text).toList());
  }

  private static String list(List<String> parts) {
    return parts.isEmpty() ? "" : " [" + String.join(", ", parts) + "]";
  }

  private String text(Expression expression) {
    return LogicalExpressions.rewrite(expression, this::named).sql(List.of());
  }

  private @Nullable Expression named(Expression part) {
    if (part instanceof Variable variable) {
      return named(variable.type(), variable.name() + "#" + number(variable));
    }
    if (part instanceof LogicalSubquery subquery) {
      subqueryCount++;
      subqueries.add(subquery.plan());
      return named(subquery.type(), subquery(subquery, subqueryCount));
    }
    return null;
  }

  private String subquery(LogicalSubquery subquery, int number) {
    return switch (subquery) {
      case LogicalSubquery.Scalar _ -> "SCALAR(" + number + ")";
      case LogicalSubquery.Exists _ -> "EXISTS(" + number + ")";
      case LogicalSubquery.ArrayOf _ -> "ARRAY(" + number + ")";
      case LogicalSubquery.Quantified quantified ->
          quantified.left().stream().map(this::text).collect(Collectors.joining(", ", "(", ")"))
              + " "
              + quantified.operator()
              + (quantified.isAll() ? " ALL(" : " ANY(")
              + number
              + ")";
    };
  }

  private static Variable named(VectorType type, String name) {
    return new Variable(type, 0, name);
  }

  private int number(Variable variable) {
    return numbers.computeIfAbsent(variable, _ -> numbers.size() + 1);
  }
}
