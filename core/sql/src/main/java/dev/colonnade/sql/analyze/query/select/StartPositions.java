package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;

/** Offsets of the first tokens of expressions: PostgreSQL's {@code exprLocation}. */
final class StartPositions {
  private StartPositions() {}

  /** Returns the offset at which an expression begins. */
  static int of(Expression node) {
    int start = node.position();
    for (Expression operand : leftOperand(node)) {
      start = Math.min(start, of(operand));
    }
    return start;
  }

  private static List<Expression> leftOperand(Expression node) {
    return switch (node) {
      case Operation.Binary binary -> List.of(binary.left());
      case Operation.And and -> List.of(and.operands().getFirst());
      case Operation.Or or -> List.of(or.operands().getFirst());
      case Operation.Cast cast -> List.of(cast.operand());
      case Operation.Collate collate -> List.of(collate.operand());
      case Operation.AtTimeZone zone -> List.of(zone.operand());
      case Predicate.IsNull test -> List.of(test.operand());
      case Predicate.IsTruth test -> List.of(test.operand());
      case Predicate.IsDistinct test -> List.of(test.left());
      case Predicate.Between between -> List.of(between.operand());
      case Predicate.InList list -> List.of(list.operand());
      case Predicate.Like like -> List.of(like.operand());
      case Reference.Field field -> List.of(field.base());
      case Reference.Subscript subscript -> List.of(subscript.base());
      case Reference.Slice slice -> List.of(slice.base());
      default -> List.of();
    };
  }
}
