package dev.colonnade.sql.analyze.expression.call;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.registry.function.FunctionKind;
import dev.colonnade.sql.syntax.query.Call;

/** Checks of the clauses of aggregates and window functions. */
final class AggregateSyntax {
  private AggregateSyntax() {}

  /** Throws PostgreSQL's error if a call of an aggregate has clauses that its kind has not. */
  static void check(Call.Function node, FunctionKind kind) {
    String name = node.name().dotted();
    boolean isWithin = !node.clauses().withinGroup().isEmpty();
    boolean isWindow = node.clauses().over() != null;
    if (kind == FunctionKind.AGGREGATE) {
      if (isWithin) {
        throw wrong(
            name + " is not an ordered-set aggregate, so it cannot have WITHIN GROUP", node);
      }
    } else if (!isWithin) {
      throw wrong("WITHIN GROUP is required for ordered-set aggregate " + name, node);
    } else if (isWindow) {
      throw Positions.unsupported("OVER for ordered-set aggregate " + name, node.position());
    } else if (node.arguments().quantifier() == Call.Quantifier.DISTINCT) {
      throw wrong("cannot use DISTINCT with WITHIN GROUP", node);
    }
    if (node.arguments().list().isEmpty()
        && !node.arguments().star()
        && kind == FunctionKind.AGGREGATE) {
      throw wrong(name + "(*) must be used to call a parameterless aggregate function", node);
    }
    if (isWindow) {
      checkWindow(node);
    }
  }

  private static RuntimeException wrong(String message, Call.Function node) {
    return Positions.error(ErrorCode.WRONG_OBJECT_TYPE, message, node.position());
  }

  /** Throws PostgreSQL's error if a call with OVER has clauses that it cannot have. */
  static void checkWindow(Call.Function node) {
    if (node.arguments().quantifier() == Call.Quantifier.DISTINCT) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "DISTINCT is not implemented for window functions",
          node.position());
    }
    if (!node.arguments().orderBy().isEmpty()) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "aggregate ORDER BY is not implemented for window functions",
          node.position());
    }
  }
}
