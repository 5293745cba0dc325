package dev.colonnade.sql.deparse;

import dev.colonnade.sql.deparse.node.Node;
import dev.colonnade.sql.deparse.node.Node.BooleanKind;

/** Decision whether an operand needs no parentheses in the pretty form: {@code isSimpleNode}. */
final class SimpleNodes {
  private SimpleNodes() {}

  static boolean isSimple(Node node, Node parent) {
    return switch (node) {
      case Node.Column _,
          Node.Constant _,
          Node.Function _,
          Node.Collecting _,
          Node.Keywords _,
          Node.Choice _,
          Node.SessionValue _,
          Node.Case _,
          Node.ArrayValue _,
          Node.Row _,
          Node.Subscript _ ->
          true;
      case Node.Field _ -> !(parent instanceof Node.Field);
      case Node.Cast cast -> cast.byFunction() || isSimple(cast.operand(), cast);
      case Node.Operator operator when parent instanceof Node.Operator outer ->
          isSimple(operator, outer);
      case Node.Operator _, Node.Test _, Node.Subquery _ ->
          parent instanceof Node.Logic || separatesOperands(parent);
      case Node.Comparison comparison ->
          !comparison.isOfRows() && (parent instanceof Node.Logic || separatesOperands(parent));
      case Node.Logic logic ->
          parent instanceof Node.Logic outer
              ? isSimple(logic.kind(), outer.kind())
              : separatesOperands(parent);
      case Node.ArrayComparison _, Node.Collate _ -> false;
    };
  }

  /** Returns whether commas, keywords or brackets are around the operands of a node. */
  private static boolean separatesOperands(Node parent) {
    return switch (parent) {
      case Node.Function _,
          Node.Collecting _,
          Node.Choice _,
          Node.Case _,
          Node.ArrayValue _,
          Node.Row _,
          Node.Subscript _ ->
          true;
      default -> false;
    };
  }

  private static boolean isSimple(BooleanKind kind, BooleanKind outer) {
    return outer == BooleanKind.OR || (outer == BooleanKind.AND && kind != BooleanKind.OR);
  }

  private static boolean isSimple(Node.Operator operator, Node.Operator outer) {
    int own = precedence(operator);
    int outside = precedence(outer);
    return own > 0
        && outside > 0
        && (own > outside || (own == outside && outer.operands().getFirst() == operator));
  }

  /** Returns the precedence of arithmetic; 0 for all other operators. */
  private static int precedence(Node.Operator operator) {
    if (operator.operands().size() != 2) {
      return 0;
    }
    return switch (operator.name()) {
      case "+", "-" -> 1;
      case "*", "/", "%" -> 2;
      default -> 0;
    };
  }
}
