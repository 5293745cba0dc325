package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.syntax.query.Call;
import java.util.List;

/** Aggregates and window functions. */
final class AggregateCalls {
  private final ExpressionAnalysis analysis;
  private final CallResolver resolver;

  AggregateCalls(ExpressionAnalysis analysis, CallResolver resolver) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.resolver = requireNonNull(resolver, "resolver is null");
  }

  TypedExpression analyze(
      Call.Function node, FunctionResolution.Call call, List<TypedExpression> arguments) {
    throw Positions.unsupported("aggregate " + call + arguments + analysis + resolver, node.position());
  }

  TypedExpression window(
      Call.Function node, FunctionResolution.Call call, List<TypedExpression> arguments) {
    throw Positions.unsupported("window function " + call + arguments, node.position());
  }
}
