package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.group.GroupedExpressions;
import dev.colonnade.sql.analyze.query.group.Grouping;
import dev.colonnade.sql.analyze.query.window.WindowSpecification;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.copy.Equivalence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Groups, windows and set-returning functions of a SELECT, below its projection. */
final class ComputedRows {
  private final SelectContext context;
  private final TargetList targets;
  private final SelectClauses clauses;
  private @Nullable GroupedExpressions grouped;
  private List<SetFunction> postponed = List.of();

  ComputedRows(SelectContext context, TargetList targets, SelectClauses clauses) {
    this.context = context;
    this.targets = targets;
    this.clauses = clauses;
  }

  /** Returns the rows that the columns are computed of, whose expressions it replaces. */
  LogicalPlan over(LogicalPlan input) {
    List<SetFunction> late = new ArrayList<>(context.level().setFunctions());
    LogicalPlan plan = input;
    if (clauses.isGrouped
        || context.level().hasAggregates()
        || !context.level().groupings().isEmpty()) {
      List<SetFunction> early = early();
      late.removeAll(early);
      plan = groups(expanded(plan, early));
    }
    List<SetFunction> functions = new ArrayList<>();
    for (SetFunction function : late) {
      functions.add(new SetFunction(overGroups(function.call()), function.columns()));
    }
    List<SetFunction> ofWindows = ofWindows(functions);
    functions.removeAll(ofWindows);
    LogicalPlan rows = windows(expanded(plan, ofWindows));
    if (arePostponed(functions)) {
      postponed = functions;
      return rows;
    }
    return expanded(rows, functions);
  }

  /**
   * Returns the set-returning functions that run behind DISTINCT ON. As in PostgreSQL, all of them
   * do if there is an ORDER BY, unless one is read by a key of the rows, their groups or windows.
   */
  List<SetFunction> postponed() {
    return postponed;
  }

  private boolean arePostponed(List<SetFunction> functions) {
    return !clauses.distinctOn.isEmpty()
        && !clauses.order.isEmpty()
        && functions.size() == context.level().setFunctions().size()
        && IntStream.range(0, targets.size())
            .filter(clauses::isOrderKey)
            .noneMatch(i -> readsAny(targets.get(i).value().expression(), functions));
  }

  /** Returns the rows of functions, those first whose values are arguments of others. */
  static LogicalPlan expanded(LogicalPlan input, List<SetFunction> functions) {
    LogicalPlan plan = input;
    List<SetFunction> rest = functions;
    while (!rest.isEmpty()) {
      List<SetFunction> remaining = rest;
      List<SetFunction> next =
          remaining.stream().filter(each -> !readsAny(each.call(), remaining)).toList();
      plan = new LogicalOperator.Unnest(plan, next, null);
      rest = remaining.stream().filter(each -> !next.contains(each)).toList();
    }
    return plan;
  }

  static boolean readsAny(Expression expression, List<SetFunction> functions) {
    return functions.stream().anyMatch(function -> reads(expression, function));
  }

  private static boolean reads(Expression expression, SetFunction function) {
    Set<Variable> read = LogicalExpressions.variables(expression);
    return function.columns().stream().anyMatch(read::contains);
  }

  /** Returns the set-returning functions that keys read: they run before the groups are made. */
  private List<SetFunction> early() {
    return read(
        context.level().setFunctions(),
        clauses.grouping.keys().stream().map(key -> key.value().expression()).toList());
  }

  /** Returns the set-returning functions that windows read: they run before these. */
  private List<SetFunction> ofWindows(List<SetFunction> functions) {
    List<Expression> keys = new ArrayList<>();
    for (WindowSpecification window : clauses.windows) {
      keys.addAll(window.partition());
      window.order().forEach(item -> keys.add(item.expression()));
    }
    return read(functions, keys);
  }

  /** Returns the functions that expressions read, and those that they read themselves. */
  private static List<SetFunction> read(List<SetFunction> functions, List<Expression> readers) {
    List<Expression> all = new ArrayList<>(readers);
    List<SetFunction> found = new ArrayList<>();
    for (SetFunction function : functions.reversed()) {
      if (all.stream().anyMatch(reader -> reads(reader, function))) {
        found.addFirst(function);
        all.add(function.call());
      }
    }
    return found;
  }

  private Expression overGroups(Expression expression) {
    GroupedExpressions rewriting = grouped;
    return rewriting == null ? expression : rewriting.apply(expression);
  }

  private LogicalPlan groups(LogicalPlan input) {
    List<Assignment> computed = new ArrayList<>();
    List<GroupKey> keys = keys(input, computed);
    LogicalPlan rows = input;
    if (!computed.isEmpty()) {
      List<Assignment> all = new ArrayList<>(input.columns().stream().map(Assignment::of).toList());
      all.addAll(computed);
      rows = new LogicalOperator.Project(input, all);
    }
    GroupedExpressions rewriting =
        new GroupedExpressions(context.statement(), context.scope(), clauses.grouping, keys);
    grouped = rewriting;
    NamedColumns named = named();
    overGroups(keys, rewriting);
    List<Expression> having = clauses.having.stream().map(rewriting::apply).toList();
    rewriteCalls(rewriting);
    context.level().directArguments().forEach(rewriting::requireGrouped);
    List<AggregateFunction> functions = functions(keys);
    rewriting.requireWholeRows(named.inGroups, named.inKeys);
    if (context.level().setFunctions().isEmpty()) {
      rewriting.requireNamed(named.inGroups, named.inKeys, context.level()::isSubqueryRead);
    }
    List<GroupKey> all = new ArrayList<>(keys);
    all.addAll(rewriting.dependent());
    LogicalPlan plan = aggregated(rows, keys, all, functions);
    return having.isEmpty() ? plan : new LogicalOperator.Filter(plan, having);
  }

  /** Returns the groups; without keys and functions they are known, and no row is read. */
  private LogicalPlan aggregated(
      LogicalPlan rows,
      List<GroupKey> keys,
      List<GroupKey> all,
      List<AggregateFunction> functions) {
    if (all.isEmpty() && functions.isEmpty()) {
      int count = clauses.grouping.sets().size();
      return new LogicalSource.Rows(Collections.nCopies(count, List.of()), List.of());
    }
    return clauses.grouping.hasSets()
        ? new LogicalOperator.Aggregate(
            rows,
            all,
            clauses.grouping.setsWith(IntStream.range(keys.size(), all.size()).boxed().toList()),
            functions)
        : LogicalOperator.Aggregate.of(
            rows, all.stream().map(GroupKey::input).distinct().toList(), functions);
  }

  /** Replaces the columns: one that is a key by its own key, which may have an equal one. */
  private void overGroups(List<GroupKey> keys, GroupedExpressions rewriting) {
    for (int i = 0; i < targets.size(); i++) {
      TypedExpression value = targets.get(i).value();
      int key = clauses.grouping.keyOfColumn(i);
      Expression changed =
          key < 0 ? rewriting.applyToColumn(value.expression()) : keys.get(key).output();
      targets.set(i, new TypedExpression(changed, value.type(), value.fields(), value.position()));
    }
  }

  /** Columns that clauses over groups name, and those that keys name. */
  private record NamedColumns(List<Expression> inGroups, List<Expression> inKeys) {}

  /** Returns the named columns; a column of the result that is a key is one. */
  private NamedColumns named() {
    List<Expression> inKeys = new ArrayList<>(context.namedColumns(ClauseKind.GROUP_BY));
    List<Expression> inGroups = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      Expression value = targets.get(i).value().expression();
      boolean isKey =
          clauses.grouping.keys().stream().anyMatch(key -> isSame(key.value().expression(), value));
      (isKey ? inKeys : inGroups).addAll(context.namedIn(i));
    }
    inGroups.addAll(
        context.namedColumns(
            ClauseKind.HAVING,
            ClauseKind.ORDER_BY,
            ClauseKind.DISTINCT_ON,
            ClauseKind.WINDOW_PARTITION,
            ClauseKind.WINDOW_ORDER));
    return new NamedColumns(inGroups, inKeys);
  }

  /** Returns whether a key refers to a column of the result, not only to an equal expression. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Expression key, Expression value) {
    return key == value;
  }

  private List<GroupKey> keys(LogicalPlan input, List<Assignment> computed) {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.GROUP_BY);
    List<GroupKey> keys = new ArrayList<>();
    Map<Expression, Variable> inputs = new HashMap<>();
    for (Grouping.Key key : clauses.grouping.keys()) {
      Expression value = expressions.groupable(key.value());
      Variable variable = inputs.get(value);
      // Keys of grouping sets are NULL by themselves, each needs an input of its own.
      if (variable == null || clauses.grouping.hasSets()) {
        boolean isColumn = variable == null && input.columns().contains(value);
        variable = isColumn ? (Variable) value : computed(value, computed);
      }
      inputs.put(value, variable);
      keys.add(
          clauses.grouping.hasSets()
              ? new GroupKey(context.statement().variables().copyOf(variable), variable)
              : GroupKey.of(variable));
    }
    return keys;
  }

  private Variable computed(Expression value, List<Assignment> computed) {
    Variable variable = context.statement().variables().create(value.type(), "key");
    computed.add(new Assignment(variable, value));
    return variable;
  }

  /** Replaces the expressions of windows; those of set-returning functions follow later. */
  private void rewriteCalls(GroupedExpressions rewriting) {
    clauses.windows.replaceAll(window -> window.with(rewriting::apply));
    for (SelectLevel.WindowCall call : context.level().windows()) {
      call.use().arguments().forEach(rewriting::apply);
    }
    context
        .level()
        .setFunctions()
        .forEach(
            function -> {
              if (!early().contains(function)) {
                rewriting.apply(function.call());
              }
            });
  }

  private List<AggregateFunction> functions(List<GroupKey> keys) {
    List<AggregateFunction> functions = new ArrayList<>(context.level().aggregateFunctions());
    for (SelectLevel.GroupingUse use : context.level().groupings()) {
      List<Expression> inputs = new ArrayList<>();
      for (Expression argument : use.arguments()) {
        inputs.add(keyOf(argument, keys, use.position()));
      }
      functions.add(
          new AggregateFunction(use.output(), "grouping", inputs, false, null, List.of()));
    }
    return functions;
  }

  private Variable keyOf(Expression argument, List<GroupKey> keys, int position) {
    for (int i = 0; i < keys.size(); i++) {
      Expression key = clauses.grouping.keys().get(i).value().expression();
      if (Equivalence.areEquivalent(key, argument)) {
        return keys.get(i).input();
      }
    }
    int known = argument instanceof Variable variable ? context.scope().positionOf(variable) : -1;
    throw ScopeErrors.at(
        ErrorCode.GROUPING_ERROR,
        "arguments to GROUPING must be grouping expressions of the associated query level",
        known < 0 ? position : known);
  }

  private LogicalPlan windows(LogicalPlan input) {
    Map<WindowSpecification, List<WindowFunction>> byWindow = new LinkedHashMap<>();
    List<SelectLevel.WindowCall> calls = context.level().windows();
    for (int i = 0; i < calls.size(); i++) {
      SelectLevel.WindowCall call = calls.get(i);
      Expression filter = call.use().filter();
      byWindow
          .computeIfAbsent(clauses.windows.get(i), _ -> new ArrayList<>())
          .add(
              new WindowFunction(
                  call.output(),
                  call.use().function(),
                  call.use().arguments().stream().map(this::overGroups).toList(),
                  filter == null ? null : overGroups(filter)));
    }
    LogicalPlan plan = input;
    for (Map.Entry<WindowSpecification, List<WindowFunction>> window : byWindow.entrySet()) {
      plan =
          new LogicalOperator.Window(
              plan,
              window.getKey().partition(),
              window.getKey().order(),
              window.getKey().frame(),
              window.getValue());
    }
    return plan;
  }
}
