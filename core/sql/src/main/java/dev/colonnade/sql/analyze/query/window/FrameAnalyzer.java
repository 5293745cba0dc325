package dev.colonnade.sql.analyze.query.window;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalOperator.Frame;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.logical.LogicalOperator.FrameExclusion;
import dev.colonnade.sql.logical.LogicalOperator.FrameUnit;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Window;
import java.util.List;

/** Analysis of a window's frame. */
final class FrameAnalyzer {
  private final ExpressionAnalyzer expressions;
  private final List<TypedExpression> order;

  /**
   * Creates the analysis.
   *
   * @param order keys of the window's order
   */
  FrameAnalyzer(ExpressionAnalyzer expressions, List<TypedExpression> order) {
    this.expressions = expressions;
    this.order = order;
  }

  Frame analyze(Window.Frame frame, int position) {
    Window.Bound end = frame.end();
    boolean hasOffset = frame.start().offset() != null || (end != null && end.offset() != null);
    if (frame.unit() == Window.Unit.RANGE && hasOffset && order.size() != 1) {
      throw ScopeErrors.at(
          ErrorCode.WINDOWING_ERROR,
          "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column",
          position);
    }
    if (frame.unit() == Window.Unit.GROUPS && order.isEmpty()) {
      throw ScopeErrors.at(
          ErrorCode.WINDOWING_ERROR, "GROUPS mode requires an ORDER BY clause", position);
    }
    return new Frame(
        switch (frame.unit()) {
          case RANGE -> FrameUnit.RANGE;
          case ROWS -> FrameUnit.ROWS;
          case GROUPS -> FrameUnit.GROUPS;
        },
        bound(frame.unit(), frame.start()),
        end == null ? new FrameBound(0, null) : bound(frame.unit(), end),
        switch (frame.exclusion()) {
          case NONE, NO_OTHERS -> FrameExclusion.NOTHING;
          case CURRENT_ROW -> FrameExclusion.CURRENT_ROW;
          case GROUP -> FrameExclusion.GROUP;
          case TIES -> FrameExclusion.TIES;
        });
  }

  private FrameBound bound(Window.Unit unit, Window.Bound bound) {
    int direction =
        switch (bound.kind()) {
          case UNBOUNDED_PRECEDING, PRECEDING -> -1;
          case CURRENT_ROW -> 0;
          case FOLLOWING, UNBOUNDED_FOLLOWING -> 1;
        };
    var node = bound.offset();
    if (node == null) {
      return new FrameBound(direction, null);
    }
    Expression offset =
        switch (unit) {
          case ROWS -> expressions.number(node, "ROWS");
          case GROUPS -> expressions.number(node, "GROUPS");
          case RANGE -> distance(expressions.analyze(node));
        };
    return new FrameBound(direction, offset);
  }

  /** Returns the offset of RANGE as the type that is added to the key. */
  private Expression distance(TypedExpression offset) {
    Type key = order.getFirst().type().type();
    List<String> candidates = candidates(key.name());
    String message =
        "RANGE with offset PRECEDING/FOLLOWING is not supported for column type " + key;
    if (candidates.isEmpty()) {
      throw ScopeErrors.at(ErrorCode.UNSUPPORTED, message, offset.position());
    }
    String given = offset.isUnknown() ? key.name() : offset.type().type().name();
    String selected =
        candidates.contains(given)
            ? given
            : candidates.stream()
                .filter(candidate -> offset.isUnknown() || converts(given, candidate))
                .findFirst()
                .orElse(null);
    if (selected == null) {
      throw ScopeErrors.withHint(
          ErrorCode.UNSUPPORTED,
          message + " and offset type " + offset.type().type(),
          "Cast the offset value to an appropriate type.",
          offset.position());
    }
    Type type = expressions.context().statement().registry().types().base().named(selected);
    return expressions.convert(offset, TypeReference.of(type)).expression();
  }

  private static List<String> candidates(String key) {
    return switch (key) {
      case "int2", "int4" -> List.of("int8", "int4", "int2");
      case "int8" -> List.of("int8");
      case "float4", "float8" -> List.of("float8");
      case "numeric" -> List.of("numeric");
      case "date", "time", "timetz", "timestamp", "timestamptz", "interval" -> List.of("interval");
      default -> List.of();
    };
  }

  private static boolean converts(String given, String candidate) {
    boolean isInteger = given.equals("int2") || given.equals("int4") || given.equals("int8");
    return switch (candidate) {
      case "int8", "numeric" -> isInteger;
      case "float8" -> isInteger || given.equals("numeric") || given.equals("float4");
      case "interval" -> given.equals("time");
      default -> false;
    };
  }
}
