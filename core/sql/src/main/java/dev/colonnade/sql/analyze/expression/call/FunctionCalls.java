package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.composite.Composites;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.registry.function.FunctionKind;
import dev.colonnade.sql.registry.resolve.CallArguments;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of functions by their names. */
public final class FunctionCalls {
  /** Maximum number of arguments of a call, those of WITHIN GROUP included. */
  private static final int ARGUMENTS_MAX = 100;

  private static final List<String> BUILT_IN_SCHEMAS = List.of("pg_catalog", "information_schema");

  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final Composites composites;
  private final CallResolver resolver;
  private final AggregateCalls aggregates;
  private final SetCalls sets;

  public FunctionCalls(
      ExpressionAnalysis analysis, Composites composites, Invocations invocations) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.composites = requireNonNull(composites, "composites is null");
    this.resolver = new CallResolver(state, analysis.conversions(), invocations);
    this.aggregates = new AggregateCalls(analysis, resolver, new SortKeys(analysis.conversions()));
    this.sets = new SetCalls(analysis, resolver);
  }

  /** Returns the value of a call. */
  public TypedExpression analyze(Call.Function node) {
    int readCount = state.readCount();
    int windowCount = state.windowCallCount();
    List<TypedExpression> arguments = arguments(node);
    TypedExpression field = field(node, arguments);
    if (field != null) {
      return field.at(node.position());
    }
    List<TypedExpression> all = withSortedValues(node, arguments);
    Expression filter = aggregates.filter(node);
    FunctionResolution found = resolve(node, all);
    return switch (found) {
      case FunctionResolution.Conversion conversion -> {
        TypedExpression value =
            analysis
                .conversions()
                .apply(
                    arguments.getFirst(),
                    conversion.steps(),
                    TypeReference.of(conversion.result()));
        yield value.at(node.position());
      }
      case FunctionResolution.Call call when call.entry().kind().isAggregate() -> {
        TypedExpression value =
            aggregates.analyze(node, call, new AggregateCalls.Inputs(all, filter, readCount));
        requireNoWindows(node, windowCount);
        yield value;
      }
      case FunctionResolution.Call call -> call(node, call, arguments);
    };
  }

  /** Throws GROUPING_ERROR if an aggregate contains a window, also one that constants omit. */
  private void requireNoWindows(Call.Function node, int countBefore) {
    if (node.clauses().over() == null && state.windowCallCount() > countBefore) {
      throw Positions.error(
          ErrorCode.GROUPING_ERROR,
          "aggregate function calls cannot contain window function calls",
          state.lastWindowCall());
    }
  }

  /** Rows of a function of FROM. */
  public SetCalls.Rows rows(Call.Function node) {
    List<TypedExpression> arguments = arguments(node);
    FunctionResolution found = resolve(node, withSortedValues(node, arguments));
    if (found instanceof FunctionResolution.Call call
        && call.entry().kind() == FunctionKind.FUNCTION) {
      requirePlain(node);
      return Positions.at(
          node.position(),
          () ->
              sets.rows(
                  resolver.resolved(node.name().last(), call, arguments),
                  node.arguments().variadic()));
    }
    return sets.rows(analyze(node), node.name().last());
  }

  private List<TypedExpression> arguments(Call.Function node) {
    List<TypedExpression> arguments =
        analysis.analyzeAll(node.arguments().list().stream().map(Call.Argument::value).toList());
    if (arguments.size() + node.clauses().withinGroup().size() > ARGUMENTS_MAX) {
      throw Positions.error(
          ErrorCode.TOO_MANY_ARGUMENTS,
          "cannot pass more than %d arguments to a function".formatted(ARGUMENTS_MAX),
          node.position());
    }
    return arguments.stream().noneMatch(FunctionCalls::isVoidParameter)
        ? arguments
        : arguments.stream().filter(argument -> !isVoidParameter(argument)).toList();
  }

  /** Returns whether an argument is a parameter of type VOID, which a call does not pass on. */
  private static boolean isVoidParameter(TypedExpression argument) {
    return argument.expression() instanceof Parameter
        && argument.type().type().kind() == TypeKind.VOID;
  }

  private FunctionResolution resolve(Call.Function node, List<TypedExpression> arguments) {
    List<String> parts = node.name().parts();
    String schema = parts.size() < 2 ? "" : parts.get(parts.size() - 2);
    if (!schema.isEmpty() && !BUILT_IN_SCHEMAS.contains(schema)) {
      Positions.at(node.position(), () -> state.statement().names().schema(schema));
    }
    List<String> names = new ArrayList<>();
    for (Call.Argument argument : node.arguments().list()) {
      String name = argument.name();
      if (name != null) {
        if (names.contains(name)) {
          throw Positions.error(
              ErrorCode.SYNTAX_ERROR,
              "argument name \"%s\" used more than once".formatted(name),
              argument.position());
        }
        names.add(name);
      } else if (!names.isEmpty()) {
        throw Positions.error(
            ErrorCode.SYNTAX_ERROR,
            "positional argument cannot follow named argument",
            argument.position());
      }
    }
    CallArguments call =
        new CallArguments(
            arguments.stream().map(value -> value.type().type()).toList(),
            names,
            node.arguments().variadic());
    return Positions.at(
        node.position(), () -> state.functions().resolve(schema, node.name().last(), call));
  }

  /** Returns the arguments with the values of WITHIN GROUP, which a function is resolved by. */
  private List<TypedExpression> withSortedValues(
      Call.Function node, List<TypedExpression> arguments) {
    if (node.clauses().withinGroup().isEmpty()) {
      return arguments;
    }
    List<TypedExpression> all = new ArrayList<>(arguments);
    node.clauses().withinGroup().forEach(key -> all.add(analysis.analyze(key.value())));
    return all;
  }

  /** Returns the field of a row that is written as a call; null if it is none. */
  private @Nullable TypedExpression field(Call.Function node, List<TypedExpression> arguments) {
    boolean isOne =
        arguments.size() == 1
            && node.name().parts().size() == 1
            && node.clauses().equals(Call.Clauses.NONE)
            && node.arguments().list().getFirst().name() == null;
    return isOne ? composites.find(arguments.getFirst(), node.name().last()) : null;
  }

  private TypedExpression call(
      Call.Function node, FunctionResolution.Call call, List<TypedExpression> arguments) {
    FunctionKind kind = call.entry().kind();
    String name = node.name().last();
    if (kind == FunctionKind.WINDOW) {
      return aggregates.window(node, call, arguments);
    }
    requirePlain(node);
    return Positions.at(
        node.position(),
        () -> {
          ResolvedCall resolved = resolver.resolved(name, call, arguments);
          if (call.entry().result().isSet()) {
            return sets.inSelectList(resolved, node);
          }
          return new TypedExpression(
              resolver.expression(resolved, node.arguments().variadic()),
              TypeReference.of(call.result()),
              resolver.fields(resolved),
              node.position());
        });
  }

  /** Refuses clauses that only aggregates have. */
  private static void requirePlain(Call.Function node) {
    String name = node.name().dotted();
    Call.Arguments arguments = node.arguments();
    String what =
        arguments.star()
            ? name + "(*) specified, but %s is not an aggregate function"
            : arguments.quantifier() == Call.Quantifier.DISTINCT
                ? "DISTINCT specified, but %s is not an aggregate function"
                : !node.clauses().withinGroup().isEmpty()
                    ? "WITHIN GROUP specified, but %s is not an aggregate function"
                    : !arguments.orderBy().isEmpty()
                        ? "ORDER BY specified, but %s is not an aggregate function"
                        : node.clauses().filter() != null
                            ? "FILTER specified, but %s is not an aggregate function"
                            : node.clauses().over() != null
                                ? "OVER specified, but %s is not a window function nor an"
                                    + " aggregate function"
                                : null;
    if (what != null) {
      throw Positions.error(ErrorCode.WRONG_OBJECT_TYPE, what.formatted(name), node.position());
    }
  }
}
