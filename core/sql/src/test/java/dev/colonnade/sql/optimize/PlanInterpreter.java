package dev.colonnade.sql.optimize;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.LogicalSource.NamedRows;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.SystemTableScan;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.LogicalSource.WorkingTable;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Row-at-a-time interpreter of logical plans: the reference for the optimizer. */
final class PlanInterpreter {
  /** Rows of one execution after which it is given up. */
  static final int ROWS_MAX = 5_000;

  private final Map<String, List<List<@Nullable Object>>> tables;
  private final Map<Integer, List<List<@Nullable Object>>> commonTables = new HashMap<>();
  private final ExpressionInterpreter expressions = new ExpressionInterpreter(this::rows);
  private int rowCount;

  PlanInterpreter(Map<String, List<List<@Nullable Object>>> tables) {
    this.tables = tables;
  }

  /** Limit of the work has been reached. */
  static final class TooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Returns the rows of a plan as lists in the order of its columns. */
  List<List<@Nullable Object>> execute(LogicalPlan plan) {
    return lists(rows(plan, Map.of()), plan.columns());
  }

  private static List<List<@Nullable Object>> lists(
      List<Map<Variable, @Nullable Object>> rows, List<Variable> columns) {
    List<List<@Nullable Object>> lists = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : rows) {
      lists.add(list(row, columns));
    }
    return lists;
  }

  private static List<@Nullable Object> list(
      Map<Variable, @Nullable Object> row, List<Variable> columns) {
    List<@Nullable Object> list = new ArrayList<>();
    for (Variable column : columns) {
      if (!row.containsKey(column)) {
        throw new IllegalStateException("column is not defined: " + column);
      }
      list.add(row.get(column));
    }
    return list;
  }

  List<Map<Variable, @Nullable Object>> rows(
      LogicalPlan plan, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : produced(plan, outer)) {
      Map<Variable, @Nullable Object> result = new HashMap<>();
      for (Variable column : plan.columns()) {
        if (!row.containsKey(column)) {
          throw new IllegalStateException("column is not defined: " + column);
        }
        result.put(column, row.get(column));
      }
      rows.add(result);
    }
    rowCount += rows.size() + 1;
    if (rowCount > ROWS_MAX) {
      throw new TooLongException();
    }
    return rows;
  }

  private List<Map<Variable, @Nullable Object>> produced(
      LogicalPlan plan, Map<Variable, @Nullable Object> outer) {
    return switch (plan) {
      case TableScan scan -> scan(scan);
      case Rows rows -> constants(rows, outer);
      case CteReference read ->
          named(requireNonNull(commonTables.get(read.cteId())), read.columns());
      case Filter filter -> filter(filter, outer);
      case Project project -> project(project, outer);
      case Sort sort -> sort(rows(sort.input(), outer), sort.keys(), outer);
      case Limit limit -> limit(limit, outer);
      case LogicalJoin join -> join(join, outer);
      case Aggregate aggregate -> aggregate(aggregate, outer);
      case Window window -> window(window, outer);
      case SetOperation set -> set(set, outer);
      case With with -> with(with, outer);
      case Unnest _, Recursion _, WorkingTable _, SystemTableScan _, NamedRows _, LogicalChange _ ->
          throw new IllegalStateException("not interpreted: " + plan);
    };
  }

  private static Map<Variable, @Nullable Object> beside(
      Map<Variable, @Nullable Object> left, Map<Variable, @Nullable Object> right) {
    Map<Variable, @Nullable Object> both = new HashMap<>(left);
    both.putAll(right);
    return both;
  }

  private boolean holds(List<Expression> predicates, Map<Variable, @Nullable Object> row) {
    for (Expression predicate : predicates) {
      if (!Boolean.TRUE.equals(expressions.value(predicate, row))) {
        return false;
      }
    }
    return true;
  }

  private List<Map<Variable, @Nullable Object>> scan(TableScan scan) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    String name = scan.table().objectName().name();
    for (List<@Nullable Object> values : requireNonNull(tables.get(name))) {
      Map<Variable, @Nullable Object> row = new HashMap<>();
      scan.read().forEach(column -> row.put(column.variable(), values.get(column.ordinal())));
      rows.add(row);
    }
    return rows;
  }

  private List<Map<Variable, @Nullable Object>> constants(
      Rows rows, Map<Variable, @Nullable Object> outer) {
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (List<Expression> row : rows.rows()) {
      List<@Nullable Object> one = new ArrayList<>();
      row.forEach(expression -> one.add(expressions.value(expression, outer)));
      values.add(one);
    }
    return named(values, rows.columns());
  }

  private static List<Map<Variable, @Nullable Object>> named(
      List<List<@Nullable Object>> values, List<Variable> columns) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> value : values) {
      Map<Variable, @Nullable Object> row = new HashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i), value.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  private List<Map<Variable, @Nullable Object>> filter(
      Filter filter, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : rows(filter.input(), outer)) {
      if (holds(filter.predicates(), beside(outer, row))) {
        rows.add(row);
      }
    }
    return rows;
  }

  private List<Map<Variable, @Nullable Object>> project(
      Project project, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : rows(project.input(), outer)) {
      Map<Variable, @Nullable Object> scope = beside(outer, row);
      Map<Variable, @Nullable Object> result = new HashMap<>();
      for (Assignment assignment : project.assignments()) {
        result.put(assignment.variable(), expressions.value(assignment.expression(), scope));
      }
      rows.add(result);
    }
    return rows;
  }

  private List<Map<Variable, @Nullable Object>> sort(
      List<Map<Variable, @Nullable Object>> rows,
      List<SortItem> keys,
      Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> sorted = new ArrayList<>(rows);
    sorted.sort(
        (Map<Variable, @Nullable Object> left, Map<Variable, @Nullable Object> right) ->
            compare(keys, beside(outer, left), beside(outer, right)));
    return sorted;
  }

  private int compare(
      List<SortItem> keys,
      Map<Variable, @Nullable Object> left,
      Map<Variable, @Nullable Object> right) {
    for (SortItem key : keys) {
      Long a = (Long) expressions.value(key.expression(), left);
      Long b = (Long) expressions.value(key.expression(), right);
      int order;
      if (a == null || b == null) {
        order = a == null && b == null ? 0 : (a == null) == key.nullsFirst() ? -1 : 1;
      } else {
        order = key.descending() ? b.compareTo(a) : a.compareTo(b);
      }
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private List<Map<Variable, @Nullable Object>> limit(
      Limit limit, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> rows = rows(limit.input(), outer);
    Expression offset = limit.offset();
    Expression count = limit.count();
    Object from = offset == null ? null : expressions.value(offset, outer);
    Object number = count == null ? null : expressions.value(count, outer);
    int start = from == null ? 0 : Math.min(rows.size(), Math.toIntExact((Long) from));
    int end =
        number == null
            ? rows.size()
            : Math.min(rows.size(), start + Math.toIntExact((Long) number));
    return rows.subList(start, end);
  }

  /** Returns the rows of a join; an input does not fail if the other one is empty. */
  private List<Map<Variable, @Nullable Object>> join(
      LogicalJoin join, Map<Variable, @Nullable Object> outer) {
    try {
      return joined(join, outer);
    } catch (ColonnadeException e) {
      boolean isEmpty =
          join.kind() != Kind.FULL
              && (isEmpty(join.left(), outer)
                  || ((join.kind() == Kind.INNER || join.kind() == Kind.SEMI)
                      && !join.isDependent()
                      && isEmpty(join.right(), outer)));
      if (!isEmpty) {
        throw e;
      }
      return List.of();
    }
  }

  private boolean isEmpty(LogicalPlan plan, Map<Variable, @Nullable Object> outer) {
    try {
      return rows(plan, outer).isEmpty();
    } catch (ColonnadeException e) {
      return false;
    }
  }

  private List<Map<Variable, @Nullable Object>> joined(
      LogicalJoin join, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> rows = new ArrayList<>();
    Set<Variable> read = new HashSet<>(LogicalExpressions.freeVariables(join.right()));
    read.retainAll(join.left().columns());
    boolean isDependent = join.isDependent() && !read.isEmpty();
    List<Map<Variable, @Nullable Object>> right =
        isDependent ? List.of() : rows(join.right(), outer);
    Set<Integer> matched = new HashSet<>();
    for (Map<Variable, @Nullable Object> row : rows(join.left(), outer)) {
      if (isDependent) {
        right = rows(join.right(), beside(outer, row));
      }
      int matches = 0;
      boolean hasUnknown = false;
      for (int i = 0; i < right.size(); i++) {
        Map<Variable, @Nullable Object> pair = beside(row, right.get(i));
        if (join.kind() == Kind.NULL_AWARE_ANTI) {
          hasUnknown |= mayHold(join.conditions(), beside(outer, pair));
        } else if (holds(join.conditions(), beside(outer, pair))) {
          matches++;
          matched.add(i);
          if (!join.kind().isLeftOnly()) {
            rows.add(pair);
          }
        }
      }
      addUnmatched(join, row, matches, hasUnknown, rows);
    }
    if (join.kind() == Kind.FULL) {
      for (int i = 0; i < right.size(); i++) {
        if (!matched.contains(i)) {
          rows.add(beside(nulls(join.left()), right.get(i)));
        }
      }
    }
    return rows;
  }

  private boolean mayHold(List<Expression> conditions, Map<Variable, @Nullable Object> pair) {
    for (Expression condition : conditions) {
      if (Boolean.FALSE.equals(expressions.value(condition, pair))) {
        return false;
      }
    }
    return true;
  }

  private static void addUnmatched(
      LogicalJoin join,
      Map<Variable, @Nullable Object> row,
      int matches,
      boolean hasUnknown,
      List<Map<Variable, @Nullable Object>> rows) {
    switch (join.kind()) {
      case INNER -> {}
      case LEFT, FULL, SINGLE -> {
        if (matches > 1 && join.kind() == Kind.SINGLE) {
          throw new ColonnadeException(ErrorCode.CARDINALITY_VIOLATION, "more than one row");
        }
        if (matches == 0) {
          rows.add(beside(row, nulls(join.right())));
        }
      }
      case SEMI -> {
        if (matches > 0) {
          rows.add(row);
        }
      }
      case ANTI -> {
        if (matches == 0) {
          rows.add(row);
        }
      }
      case NULL_AWARE_ANTI -> {
        if (!hasUnknown) {
          rows.add(row);
        }
      }
    }
  }

  private static Map<Variable, @Nullable Object> nulls(LogicalPlan plan) {
    Map<Variable, @Nullable Object> row = new HashMap<>();
    plan.columns().forEach(column -> row.put(column, null));
    return row;
  }

  private List<Map<Variable, @Nullable Object>> aggregate(
      Aggregate aggregate, Map<Variable, @Nullable Object> outer) {
    List<Map<Variable, @Nullable Object>> results = new ArrayList<>();
    List<Map<Variable, @Nullable Object>> rows = rows(aggregate.input(), outer);
    for (List<Integer> set : aggregate.groupingSets()) {
      Map<List<@Nullable Object>, List<Map<Variable, @Nullable Object>>> groups =
          new LinkedHashMap<>();
      if (set.isEmpty()) {
        groups.put(List.of(), new ArrayList<>());
      }
      List<Variable> keys = set.stream().map(i -> aggregate.keys().get(i).input()).toList();
      for (Map<Variable, @Nullable Object> row : rows) {
        groups.computeIfAbsent(list(row, keys), _ -> new ArrayList<>()).add(beside(outer, row));
      }
      groups.forEach(
          (List<@Nullable Object> key, List<Map<Variable, @Nullable Object>> members) -> {
            Map<Variable, @Nullable Object> result = new HashMap<>();
            aggregate.keys().forEach(each -> result.put(each.output(), null));
            for (int i = 0; i < key.size(); i++) {
              result.put(aggregate.keys().get(set.get(i)).output(), key.get(i));
            }
            aggregate.functions().forEach(f -> result.put(f.output(), value(f, members)));
            results.add(result);
          });
    }
    return results;
  }

  private @Nullable Object value(
      AggregateFunction function, List<Map<Variable, @Nullable Object>> rows) {
    List<Long> values = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row : rows) {
      Expression filter = function.filter();
      if (filter != null && !holds(List.of(filter), row)) {
        continue;
      }
      Object value =
          function.arguments().isEmpty()
              ? (Object) 1L
              : expressions.value(function.arguments().getFirst(), row);
      if (value != null) {
        values.add((Long) value);
      }
    }
    List<Long> all = function.distinct() ? new ArrayList<>(new HashSet<>(values)) : values;
    return switch (function.function()) {
      case "count" -> (long) all.size();
      case "sum" -> all.isEmpty() ? null : (Object) all.stream().mapToLong(v -> v).sum();
      case "min" -> all.stream().min(Long::compare).orElse(null);
      case "max" -> all.stream().max(Long::compare).orElse(null);
      default -> throw new IllegalStateException(function.function());
    };
  }

  private List<Map<Variable, @Nullable Object>> window(
      Window window, Map<Variable, @Nullable Object> outer) {
    Map<List<@Nullable Object>, Long> counts = new HashMap<>();
    List<Map<Variable, @Nullable Object>> results = new ArrayList<>();
    for (Map<Variable, @Nullable Object> row :
        sort(rows(window.input(), outer), window.order(), outer)) {
      List<@Nullable Object> key = new ArrayList<>();
      window.partition().forEach(part -> key.add(expressions.value(part, beside(outer, row))));
      long number = counts.merge(key, 1L, Long::sum);
      window.functions().forEach(function -> row.put(function.output(), number));
      results.add(row);
    }
    return results;
  }

  private List<Map<Variable, @Nullable Object>> set(
      SetOperation set, Map<Variable, @Nullable Object> outer) {
    List<List<@Nullable Object>> result = null;
    for (LogicalPlan input : set.inputs()) {
      List<List<@Nullable Object>> rows = lists(rows(input, outer), input.columns());
      result = result == null ? rows : combined(set, result, rows);
    }
    List<List<@Nullable Object>> all = requireNonNull(result);
    return named(set.all() ? all : List.copyOf(new HashSet<>(all)), set.columns());
  }

  private static List<List<@Nullable Object>> combined(
      SetOperation set, List<List<@Nullable Object>> left, List<List<@Nullable Object>> right) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    List<List<@Nullable Object>> rest = new ArrayList<>(right);
    switch (set.kind()) {
      case UNION -> {
        result.addAll(left);
        result.addAll(right);
      }
      case INTERSECT ->
          left.forEach(
              row -> {
                if (set.all() ? rest.remove(row) : right.contains(row)) {
                  result.add(row);
                }
              });
      case EXCEPT ->
          left.forEach(
              row -> {
                if (!(set.all() ? rest.remove(row) : right.contains(row))) {
                  result.add(row);
                }
              });
    }
    return result;
  }

  private List<Map<Variable, @Nullable Object>> with(
      With with, Map<Variable, @Nullable Object> outer) {
    for (CommonTable table : with.tables()) {
      commonTables.put(table.id(), lists(rows(table.plan(), outer), table.plan().columns()));
    }
    return rows(with.body(), outer);
  }

  /** Returns the rows with the number of occurrences of each. */
  static Map<List<@Nullable Object>, Integer> counted(List<List<@Nullable Object>> rows) {
    Map<List<@Nullable Object>, Integer> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(Objects.requireNonNull(row), 1, Integer::sum));
    return counts;
  }
}
