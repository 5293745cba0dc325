package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.call.RowConstructor;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.copy.Equivalence;
import dev.colonnade.sql.registry.function.FunctionKind;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Aggregates and window functions: each becomes a variable of the query that computes it. */
final class AggregateCalls {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Conversions conversions;
  private final CallResolver resolver;
  private final SortKeys sortKeys;
  private final HypotheticalRanks ranks;

  AggregateCalls(ExpressionAnalysis analysis, CallResolver resolver, SortKeys sortKeys) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.conversions = analysis.conversions();
    this.resolver = requireNonNull(resolver, "resolver is null");
    this.sortKeys = requireNonNull(sortKeys, "sortKeys is null");
    this.ranks = new HypotheticalRanks(state, conversions, sortKeys);
  }

  /** Accumulator with its arguments. */
  private record Accumulator(
      String name, List<Expression> arguments, List<SortItem> order, VectorType type) {}

  /**
   * Analyzed parts of a call.
   *
   * @param values arguments, then the values of WITHIN GROUP
   * @param filter condition of FILTER; null without
   * @param readCount number of columns that were named before the call
   */
  record Inputs(List<TypedExpression> values, @Nullable Expression filter, int readCount) {
    Inputs(List<TypedExpression> values, @Nullable Expression filter, int readCount) {
      this.values = List.copyOf(values);
      this.filter = filter;
      this.readCount = readCount;
    }
  }

  /** Returns an aggregate. */
  TypedExpression analyze(Call.Function node, FunctionResolution.Call call, Inputs inputs) {
    List<TypedExpression> all = inputs.values();
    Expression filter = inputs.filter();
    int readCount = inputs.readCount();
    AggregateSyntax.check(node, call.entry().kind());
    boolean isOrderedSet = call.entry().kind() != FunctionKind.AGGREGATE;
    ResolvedCall resolved =
        Positions.at(node.position(), () -> resolver.resolved(node.name().last(), call, all));
    if (!(call.entry().implementation() instanceof Implementation.Aggregate(String name))) {
      throw Positions.unsupported("function " + resolved.shown(), node.position());
    }
    if (call.entry().kind() == FunctionKind.HYPOTHETICAL_SET) {
      return hypothetical(resolved, node, filter, readCount);
    }
    requireGrouped(resolved, node);
    Accumulator accumulator =
        isOrderedSet
            ? orderedSet(name, resolved, node.clauses().withinGroup())
            : plain(name, resolved, all, node);
    Type result = resolved.result();
    if (node.clauses().over() != null) {
      return withFields(window(node, accumulator, filter, result), resolved);
    }
    Variable variable = aggregate(accumulator, node, filter, readCount);
    state.replaceReads(readCount, variable);
    return typed(variable, resolved, node.position());
  }

  private TypedExpression typed(Expression value, ResolvedCall call, int position) {
    boolean isOrdered =
        isExtreme(call.entry().name()) || call.entry().kind() == FunctionKind.ORDERED_SET;
    boolean isPosition = isOrdered && conversions.isOrderedByLabels(call.result());
    Expression shown = isPosition ? conversions.enumLabel(value, call.result()) : value;
    return new TypedExpression(shown, TypeReference.of(call.result()), fields(call), position);
  }

  private TypedExpression withFields(TypedExpression value, ResolvedCall call) {
    return new TypedExpression(value.expression(), value.type(), fields(call), value.position());
  }

  /** Returns the fields of a result that is a row, or has rows, of the first argument. */
  private List<TypedExpression.RowField> fields(ResolvedCall call) {
    Type element = state.registry().types().elementOf(call.result());
    boolean isOfRows = RowFields.isRow(element == null ? call.result() : element);
    return isOfRows && !call.arguments().isEmpty()
        ? conversions.rows().fields(call.arguments().getFirst())
        : List.of();
  }

  private static boolean isExtreme(String name) {
    return name.equals("min") || name.equals("max");
  }

  /** Returns the condition of FILTER; null without. */
  @Nullable Expression filter(Call.Function node) {
    dev.colonnade.sql.syntax.query.Expression condition = node.clauses().filter();
    if (condition == null) {
      return null;
    }
    int setCalls = state.setCallCount();
    int readCount = state.readCount();
    Expression filter =
        conversions.operand("argument of FILTER", analysis.analyze(condition), "bool");
    if (state.setCallCount() > setCalls) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "set-returning functions are not allowed in FILTER",
          state.lastSetCall());
    }
    QueryLevel level = state.context().level();
    if (level != null) {
      level.requireNoCalls(all(List.of(filter), readCount));
    }
    return filter;
  }

  private static boolean readsAny(List<Expression> expressions, Set<Variable> variables) {
    return expressions.stream()
        .flatMap(expression -> LogicalExpressions.variables(expression).stream())
        .anyMatch(variables::contains);
  }

  /** Returns the accumulator of an aggregate without WITHIN GROUP. */
  private Accumulator plain(
      String name, ResolvedCall call, List<TypedExpression> written, Call.Function node) {
    boolean isDistinct = node.arguments().quantifier() == Call.Quantifier.DISTINCT;
    List<SortItem> order = new ArrayList<>();
    for (SortKey key : node.arguments().orderBy()) {
      TypedExpression value = conversions.decided(analysis.analyze(key.value()));
      order.add(sortKeys.sortItem(isDistinct ? argument(call, written, value) : value, key));
    }
    List<Expression> values = values(name, call);
    if (isDistinct) {
      call.arguments().forEach(sortKeys::groupable);
      if (order.isEmpty() && dependsOnOrder(name, values)) {
        call.arguments().forEach(value -> order.add(new SortItem(ordered(value), false, false)));
      }
    }
    boolean isRow =
        !call.arguments().isEmpty() && RowFields.isRow(call.arguments().getFirst().type().type());
    boolean isConstructed = isRow && values.getFirst() instanceof RowConstructor;
    if (isConstructed && isDistinct && name.equals("count")) {
      List<Expression> fields = new ArrayList<>();
      conversions
          .rows()
          .of(call.arguments().getFirst())
          .forEach(field -> fields.add(field.expression()));
      return new Accumulator(
          AggregateRegistry.DISTINCT_ROWS, fields, List.of(), VectorType.of(TypeKind.BIGINT));
    }
    boolean hasLines =
        name.equals("json_agg")
            && (isRow || Types.baseOf(call.arguments().getFirst().type().type()).isArray());
    String accumulator = hasLines ? AggregateRegistry.JSON_LINES : name;
    return new Accumulator(
        named(accumulator, values), values, order, result(name, values, call.result()));
  }

  /** Returns a value as DISTINCT orders it. */
  private Expression ordered(TypedExpression value) {
    return conversions.isOrderedByLabels(value) ? conversions.ordered(value) : value.expression();
  }

  private static String named(String name, List<Expression> arguments) {
    TypeKind kind = arguments.isEmpty() ? TypeKind.UNKNOWN : arguments.getFirst().type().kind();
    if (kind == TypeKind.ARRAY && name.equals("array_agg")) {
      return AggregateRegistry.NESTED_ARRAYS;
    }
    if (kind == TypeKind.MONEY && name.equals("sum")) {
      return "sum money";
    }
    boolean isInterval = kind == TypeKind.INTERVAL;
    return isInterval && (name.equals("sum") || name.equals("avg")) ? name + " interval" : name;
  }

  private List<Expression> values(String name, ResolvedCall call) {
    List<Expression> values = new ArrayList<>();
    boolean isJson = name.startsWith("json");
    for (int i = 0; i < call.arguments().size(); i++) {
      TypedExpression value = call.arguments().get(i);
      Type type = value.type().type();
      boolean isKey = isJson && call.arguments().size() == 2 && i == 0;
      values.add(
          isKey
              ? conversions.texts().key(value)
              : isJson
                  ? conversions.texts().json(value)
                  : isExtreme(name) && conversions.isOrderedByLabels(type)
                      ? conversions.enumPosition(value.expression(), type)
                      : conversions.texts().read(value));
    }
    return values;
  }

  /**
   * Returns the argument that a key of ORDER BY names with DISTINCT, as the aggregate reads it.
   *
   * @param written the arguments before their implicit casts
   */
  private static TypedExpression argument(
      ResolvedCall call, List<TypedExpression> written, TypedExpression key) {
    for (int i = 0; i < call.arguments().size(); i++) {
      TypedExpression argument = call.arguments().get(i);
      boolean isWritten =
          i < written.size()
              && Equivalence.areEquivalent(written.get(i).expression(), key.expression());
      if (isWritten || Equivalence.areEquivalent(argument.expression(), key.expression())) {
        return argument;
      }
    }
    throw Positions.error(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list",
        key.position());
  }

  private static boolean dependsOnOrder(String name, List<Expression> arguments) {
    return switch (name) {
      case "count", "min", "max", "bool_and", "bool_or", "every", "bit_and", "bit_or", "bit_xor" ->
          false;
      case "sum", "avg" -> arguments.getFirst().type().kind().isFloating();
      default -> true;
    };
  }

  /** Returns the representation of the values of an accumulator. */
  private static VectorType result(String name, List<Expression> arguments, Type result) {
    TypeKind kind = ExpressionState.kindOf(result);
    VectorType first = arguments.isEmpty() ? null : arguments.getFirst().type();
    return switch (name) {
      case "min", "max" -> first == null ? VectorType.of(kind) : first;
      case "sum" ->
          kind == TypeKind.NUMERIC
                  && first != null
                  && first.kind() == TypeKind.NUMERIC
                  && first.form() == VectorType.Form.LONG
              ? VectorType.decimal(first.scale())
              : VectorType.of(kind);
      case "lag", "lead", "first_value", "last_value", "nth_value" ->
          first != null
                  && first.kind() == kind
                  && (arguments.size() < 3 || arguments.getLast().type().equals(first))
              ? first
              : VectorType.of(kind);
      default -> VectorType.of(kind);
    };
  }

  /** Returns the accumulator of an aggregate with WITHIN GROUP, which sorts the values itself. */
  private Accumulator orderedSet(String name, ResolvedCall call, List<SortKey> keys) {
    SortItem item = sortKeys.sortItem(call.arguments().getLast(), keys.getLast());
    List<Expression> arguments = new ArrayList<>();
    call.arguments().forEach(argument -> arguments.add(argument.expression()));
    boolean isOfLabels = conversions.isOrderedByLabels(call.result());
    if (isOfLabels) {
      if (RowFields.isRow(call.arguments().getLast().type().type())) {
        throw Positions.unsupported(
            "%s of rows with enums".formatted(call.entry().name()), keys.getLast().position());
      }
      arguments.set(arguments.size() - 1, item.expression());
    }
    return new Accumulator(
        item.descending() ? name + AggregateRegistry.DESCENDING : name,
        arguments,
        List.of(),
        isOfLabels
            ? conversions.positionType(call.result())
            : VectorType.of(ExpressionState.kindOf(call.result())));
  }

  /** Records the direct arguments of an aggregate with WITHIN GROUP. */
  private void requireGrouped(ResolvedCall call, Call.Function node) {
    int keyCount = node.clauses().withinGroup().size();
    QueryLevel level = state.context().level();
    if (keyCount > 0 && level != null) {
      level.addDirectArguments(
          call.arguments().subList(0, call.arguments().size() - keyCount).stream()
              .map(TypedExpression::expression)
              .toList());
    }
  }

  private TypedExpression hypothetical(
      ResolvedCall call, Call.Function node, @Nullable Expression filter, int readCount) {
    List<SortKey> keys = node.clauses().withinGroup();
    HypotheticalRanks.requirePairs(call, keys.size(), node.position());
    requireGrouped(call, node);
    Expression rank =
        ranks.rank(
            call,
            keys,
            filter,
            (name, arguments, condition, read) ->
                aggregate(
                    new Accumulator(name, arguments, List.of(), VectorType.of(TypeKind.BIGINT)),
                    node,
                    condition,
                    all(read, readCount)));
    state.replaceReads(readCount, rank);
    return TypedExpression.of(rank, TypeReference.of(call.result()), node.position());
  }

  private Variable aggregate(
      Accumulator accumulator, Call.Function node, @Nullable Expression filter, int readCount) {
    List<Expression> read = new ArrayList<>(accumulator.arguments());
    accumulator.order().forEach(item -> read.add(item.expression()));
    if (filter != null) {
      read.add(filter);
    }
    return aggregate(accumulator, node, filter, all(read, readCount));
  }

  /** Returns expressions together with the columns that were named in the call. */
  private List<Expression> all(List<Expression> read, int readCount) {
    List<Expression> all = new ArrayList<>(read);
    all.addAll(state.readsAfter(readCount));
    return all;
  }

  /**
   * Adds an aggregate to the query that it belongs to.
   *
   * @param read expressions of the call, which decide whose aggregate it is
   */
  private Variable aggregate(
      Accumulator accumulator,
      Call.Function node,
      @Nullable Expression filter,
      List<Expression> read) {
    QueryLevel current = state.context().level();
    QueryLevel level = current == null ? null : QueryLevel.ownerOf(current, read);
    ClauseKind clause = state.context().clause();
    if (level == null) {
      throw Positions.error(
          ErrorCode.GROUPING_ERROR,
          "aggregate functions are not allowed in " + clause.text(),
          node.position());
    }
    if (readsAny(read, level.aggregates())) {
      throw Positions.error(
          ErrorCode.GROUPING_ERROR,
          "aggregate function calls cannot be nested",
          nestedPosition(node));
    }
    QueryLevel.AggregateUse use =
        new QueryLevel.AggregateUse(
            accumulator.name(),
            accumulator.arguments(),
            node.arguments().quantifier() == Call.Quantifier.DISTINCT
                && !accumulator.name().equals(AggregateRegistry.DISTINCT_ROWS),
            filter,
            accumulator.order(),
            accumulator.type(),
            node.position());
    return Positions.at(state.lastSetCall(), () -> level.addAggregate(use, clause));
  }

  private static int nestedPosition(Call.Function node) {
    for (Call.Argument argument : node.arguments().list()) {
      if (argument.value() instanceof Call.Function inner) {
        return inner.position();
      }
    }
    return node.position();
  }

  /** Returns a window function. */
  TypedExpression window(
      Call.Function node, FunctionResolution.Call call, List<TypedExpression> arguments) {
    if (node.clauses().over() == null) {
      throw Positions.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "window function %s requires an OVER clause".formatted(node.name().dotted()),
          node.position());
    }
    AggregateSyntax.checkWindow(node);
    if (node.clauses().filter() != null) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "FILTER is not implemented for non-aggregate window functions",
          node.position());
    }
    ResolvedCall resolved =
        Positions.at(node.position(), () -> resolver.resolved(node.name().last(), call, arguments));
    if (!(call.entry().implementation() instanceof Implementation.Window(String name))) {
      throw Positions.unsupported("function " + resolved.shown(), node.position());
    }
    List<Expression> values = resolved.arguments().stream().map(conversions.texts()::read).toList();
    Accumulator accumulator =
        new Accumulator(name, values, List.of(), result(name, values, resolved.result()));
    return withFields(window(node, accumulator, null, resolved.result()), resolved);
  }

  private TypedExpression window(
      Call.Function node, Accumulator accumulator, @Nullable Expression filter, Type result) {
    QueryLevel level = state.context().level();
    ClauseKind clause = state.context().clause();
    if (level == null) {
      throw Positions.error(
          ErrorCode.WINDOWING_ERROR,
          "window functions are not allowed in " + clause.text(),
          node.position());
    }
    QueryLevel.WindowUse use =
        new QueryLevel.WindowUse(
            accumulator.name(),
            accumulator.arguments(),
            filter,
            accumulator.type(),
            node.position());
    Variable variable =
        level.addWindow(use, requireNonNull(node.clauses().over(), "no window"), clause);
    state.addWindowCall(node.position());
    boolean isLabel =
        conversions.isOrderedByLabels(result)
            && (isExtreme(accumulator.name()) || variable.type().kind() == TypeKind.INTEGER);
    return TypedExpression.of(
        isLabel ? conversions.enumLabel(variable, result) : variable,
        TypeReference.of(result),
        node.position());
  }
}
