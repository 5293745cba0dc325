package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/** Distinctions of lowered expressions by what they are made of. */
public final class LoweredExpressions {
  private LoweredExpressions() {}

  /** Returns whether an expression consists of literals, parameters and our functions only. */
  public static boolean accepts(RexNode node) {
    return switch (node) {
      case RexLiteral _ -> true;
      case RexDynamicParam _ -> true;
      case RexCall call ->
          (isStable(call) || call.getKind() == SqlKind.CAST)
              && call.operands.stream().allMatch(LoweredExpressions::accepts);
      default -> false;
    };
  }

  /** Returns whether an expression consists of columns of one row and of simple constants. */
  public static boolean canEvaluateOverRow(RexNode node) {
    return canEvaluate(node);
  }

  private static boolean canEvaluate(RexNode node) {
    return switch (node) {
      case RexInputRef _ -> true;
      case RexLiteral literal ->
          literal.isNull() || hasLiterals(CalciteTypes.kindOf(literal.getType()));
      case RexDynamicParam _ -> true;
      case RexCall call ->
          (call.getOperator() instanceof RuntimeFunction || isPlainCast(call))
              && call.operands.stream().allMatch(LoweredExpressions::canEvaluate);
      default -> false;
    };
  }

  private static boolean hasLiterals(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN,
          SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          NUMERIC,
          TEXT,
          VARCHAR,
          CHAR,
          BYTEA,
          DATE ->
          true;
      default -> false;
    };
  }

  private static boolean isPlainCast(RexCall call) {
    if (call.getKind() != SqlKind.CAST) {
      return false;
    }
    RexNode operand = call.operands.getFirst();
    TypeKind from = CalciteTypes.kindOf(operand.getType());
    TypeKind to = CalciteTypes.kindOf(call.getType());
    return from == to
        || (operand instanceof RexLiteral literal && literal.isNull())
        || (from.isText() && to.isText())
        || (from.isInteger() && to.isInteger() && from.compareTo(to) < 0);
  }

  private static boolean isStable(RexCall call) {
    return call.getOperator() instanceof RuntimeFunction function && function.isDeterministic();
  }
}
