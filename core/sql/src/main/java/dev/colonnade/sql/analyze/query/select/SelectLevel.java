package dev.colonnade.sql.analyze.query.select;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aggregates, window functions and set-returning functions of one SELECT. */
final class SelectLevel implements QueryLevel {
  private final @Nullable QueryLevel outer;
  private final Scope scope;
  private final Variables variables;
  private final Map<AggregateUse, Variable> aggregates = new LinkedHashMap<>();
  private final Map<Variable, Integer> aggregatePositions = new HashMap<>();
  private final List<Expression> directArguments = new ArrayList<>();
  private final List<GroupingUse> groupings = new ArrayList<>();
  private final List<WindowCall> windows = new ArrayList<>();
  private final List<SetFunction> setFunctions = new ArrayList<>();

  /** Columns that subqueries name, each an object of its own, and those not yet taken. */
  private final Set<Expression> subqueryReads = Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<Expression> newSubqueryReads = new ArrayList<>();
  private ClauseKind clause = ClauseKind.SELECT;
  private boolean isInFrom;
  private int firstAggregatePosition = -1;

  /** Call of GROUPING. */
  record GroupingUse(Variable output, List<Expression> arguments, int position) {}

  /** Call of a window function. */
  record WindowCall(Variable output, WindowUse use, Call.Over over) {}

  SelectLevel(@Nullable QueryLevel outer, Scope scope, Variables variables) {
    this.outer = outer;
    this.scope = requireNonNull(scope, "scope is null");
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Sets the clause that is being analyzed. */
  void enter(ClauseKind other) {
    clause = other;
  }

  /** Sets whether FROM is being analyzed. */
  void setInFrom(boolean other) {
    isInFrom = other;
  }

  @Override
  public @Nullable QueryLevel outer() {
    return outer;
  }

  @Override
  public boolean defines(Variable variable) {
    return scope.defines(variable);
  }

  @Override
  public Variable addAggregate(AggregateUse use, ClauseKind of) {
    requireAggregateAllowed(of, use.position());
    if (firstAggregatePosition < 0) {
      firstAggregatePosition = use.position();
    }
    requirePlain(use.arguments(), "aggregate", ErrorCode.GROUPING_ERROR);
    requirePlain(
        use.order().stream().map(SortItem::expression).toList(),
        "aggregate",
        ErrorCode.GROUPING_ERROR);
    requireNoWindow(use.filter());
    AggregateUse key =
        new AggregateUse(
            use.function(),
            use.arguments(),
            use.distinct(),
            use.filter(),
            use.order(),
            use.type(),
            0);
    Variable output =
        aggregates.computeIfAbsent(key, _ -> variables.create(use.type(), use.function()));
    aggregatePositions.putIfAbsent(output, use.position());
    return output;
  }

  private void requireAggregateAllowed(ClauseKind of, int position) {
    if (isInFrom && of != ClauseKind.JOIN_ON && of != ClauseKind.FROM_FUNCTION) {
      throw ScopeErrors.at(
          ErrorCode.GROUPING_ERROR,
          "aggregate functions are not allowed in FROM clause of their own query level",
          position);
    }
    ClauseKind effective = isInFrom || of == ClauseKind.FILTER ? of : clause;
    if (!allowsAggregates(effective)) {
      throw ScopeErrors.at(
          ErrorCode.GROUPING_ERROR,
          "aggregate functions are not allowed in " + effective.text(),
          position);
    }
  }

  private static boolean allowsAggregates(ClauseKind clause) {
    return switch (clause) {
      case SELECT, HAVING, ORDER_BY, DISTINCT_ON, WINDOW_PARTITION, WINDOW_ORDER -> true;
      default -> false;
    };
  }

  @Override
  public void addSubqueryReads(List<Expression> columns) {
    subqueryReads.addAll(columns);
    newSubqueryReads.addAll(columns);
  }

  /** Returns the columns that subqueries have named since the last call. */
  List<Expression> takeSubqueryReads() {
    List<Expression> taken = List.copyOf(newSubqueryReads);
    newSubqueryReads.clear();
    return taken;
  }

  /** Returns whether a reference to a column is one of a subquery. */
  boolean isSubqueryRead(Expression column) {
    return subqueryReads.contains(column);
  }

  @Override
  public Set<Variable> aggregates() {
    Set<Variable> all = new HashSet<>(aggregates.values());
    groupings.forEach(grouping -> all.add(grouping.output()));
    return all;
  }

  @Override
  public void requireNoCalls(List<Expression> read) {
    for (Expression expression : read) {
      for (Variable variable : LogicalExpressions.variables(expression)) {
        Integer aggregate = aggregatePositions.get(variable);
        if (aggregate != null) {
          throw notInFilter("aggregate functions", aggregate);
        }
        for (GroupingUse grouping : groupings) {
          if (grouping.output().equals(variable)) {
            throw notInFilter("grouping operations", grouping.position());
          }
        }
      }
    }
  }

  private static ColonnadeException notInFilter(String what, int position) {
    return ScopeErrors.at(ErrorCode.GROUPING_ERROR, what + " are not allowed in FILTER", position);
  }

  /** Throws if a value that GROUP BY refers to is that of an aggregate or of a window. */
  void requireRowValue(Expression value) {
    for (Variable read : LogicalExpressions.variables(value)) {
      Integer aggregate = aggregatePositions.get(read);
      if (aggregate != null) {
        throw ScopeErrors.at(
            ErrorCode.GROUPING_ERROR, "aggregate functions are not allowed in GROUP BY", aggregate);
      }
      WindowCall window = window(read);
      if (window != null) {
        throw ScopeErrors.at(
            ErrorCode.WINDOWING_ERROR,
            "window functions are not allowed in GROUP BY",
            window.use().position());
      }
    }
  }

  private @Nullable WindowCall window(Variable output) {
    for (WindowCall call : windows) {
      if (call.output().equals(output)) {
        return call;
      }
    }
    return null;
  }

  private void requireNoWindow(@Nullable Expression filter) {
    Set<Variable> read = filter == null ? Set.of() : LogicalExpressions.variables(filter);
    for (WindowCall call : windows) {
      if (read.contains(call.output())) {
        throw ScopeErrors.at(
            ErrorCode.WINDOWING_ERROR,
            "window functions are not allowed in FILTER",
            call.use().position());
      }
    }
  }

  /** Throws if an argument of a call is the result of a window or set-returning function. */
  private void requirePlain(List<Expression> arguments, String caller, ErrorCode windowError) {
    for (Expression argument : arguments) {
      for (Variable read : LogicalExpressions.variables(argument)) {
        WindowCall window = window(read);
        if (window != null) {
          throw ScopeErrors.at(
              windowError,
              caller.equals("window")
                  ? "window function calls cannot be nested"
                  : "aggregate function calls cannot contain window function calls",
              window.use().position());
        }
        if (setFunctions.stream().anyMatch(function -> function.columns().contains(read))) {
          throw ScopeErrors.withHint(
              ErrorCode.UNSUPPORTED,
              caller + " function calls cannot contain set-returning function calls",
              "You might be able to move the set-returning function into a LATERAL FROM item.",
              -1);
        }
      }
    }
  }

  @Override
  public void addDirectArguments(List<Expression> arguments) {
    directArguments.addAll(arguments);
  }

  /** Returns the direct arguments of aggregates, which must be of groups. */
  List<Expression> directArguments() {
    return directArguments;
  }

  /** Returns whether there are aggregates. */
  boolean hasAggregates() {
    return !aggregates.isEmpty();
  }

  /** Returns the offset of the first call of an aggregate. */
  int firstAggregatePosition() {
    return firstAggregatePosition;
  }

  /** Returns the aggregates in the order of their calls. */
  List<AggregateFunction> aggregateFunctions() {
    List<AggregateFunction> functions = new ArrayList<>();
    aggregates.forEach(
        (use, output) ->
            functions.add(
                new AggregateFunction(
                    output,
                    use.function(),
                    use.arguments(),
                    use.distinct(),
                    use.filter(),
                    use.order())));
    return functions;
  }

  @Override
  public Variable addGrouping(List<Expression> arguments, ClauseKind of, int position) {
    ClauseKind effective = isInFrom ? of : clause;
    if (!allowsAggregates(effective)) {
      throw ScopeErrors.at(
          ErrorCode.GROUPING_ERROR,
          "grouping operations are not allowed in " + effective.text(),
          position);
    }
    Variable output = variables.create(VectorType.of(TypeKind.INTEGER), "grouping");
    groupings.add(new GroupingUse(output, List.copyOf(arguments), position));
    return output;
  }

  List<GroupingUse> groupings() {
    return groupings;
  }

  @Override
  public Variable addWindow(WindowUse use, Call.Over over, ClauseKind of) {
    ClauseKind effective = isInFrom || of == ClauseKind.FILTER ? of : clause;
    if (effective != ClauseKind.SELECT
        && effective != ClauseKind.ORDER_BY
        && effective != ClauseKind.DISTINCT_ON) {
      throw ScopeErrors.at(
          ErrorCode.WINDOWING_ERROR,
          "window functions are not allowed in " + effective.text(),
          use.position());
    }
    requirePlain(use.arguments(), "window", ErrorCode.WINDOWING_ERROR);
    Variable output = variables.create(use.type(), use.function());
    windows.add(new WindowCall(output, use, over));
    return output;
  }

  List<WindowCall> windows() {
    return windows;
  }

  @Override
  public List<Variable> addSetFunction(Expression call, List<VectorType> types, ClauseKind of) {
    if (isInFrom && of == ClauseKind.FROM_FUNCTION) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED, "set-returning functions must appear at top level of FROM", -1);
    }
    if (isInFrom || !allowsSetFunctions(clause)) {
      throw ScopeErrors.at(
          ErrorCode.UNSUPPORTED,
          "set-returning functions are not allowed in " + (isInFrom ? of : clause).text(),
          -1);
    }
    for (SetFunction known : setFunctions) {
      if (call.isImmutable() && known.call().equals(call)) {
        return known.columns();
      }
    }
    List<Variable> columns = new ArrayList<>();
    types.forEach(type -> columns.add(variables.create(type, "element")));
    setFunctions.add(new SetFunction(call, columns));
    return columns;
  }

  private static boolean allowsSetFunctions(ClauseKind clause) {
    return (allowsAggregates(clause) && clause != ClauseKind.HAVING)
        || clause == ClauseKind.GROUP_BY;
  }

  List<SetFunction> setFunctions() {
    return setFunctions;
  }
}
