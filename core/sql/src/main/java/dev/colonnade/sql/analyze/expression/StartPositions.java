package dev.colonnade.sql.analyze.expression;

import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import org.jspecify.annotations.Nullable;

/** Positions at which expressions start, with their operands on the left. */
public final class StartPositions {
  private StartPositions() {}

  /** Returns the least position of an expression and of the operands that begin it. */
  public static int of(Expression node) {
    int least = node.position();
    Expression next = left(node);
    while (next != null) {
      least = Math.min(least, next.position());
      next = left(next);
    }
    return least;
  }

  private static @Nullable Expression left(Expression node) {
    return switch (node) {
      case Operation operation -> ofOperation(operation);
      case Predicate predicate -> ofPredicate(predicate);
      case Reference.Field field -> field.base();
      case Reference.Subscript subscript -> subscript.base();
      case Reference.Slice slice -> slice.base();
      case SubqueryExpression.In in -> in.operand();
      case SubqueryExpression.Quantified quantified -> quantified.comparison().left();
      case SubqueryExpression.QuantifiedArray quantified -> quantified.comparison().left();
      default -> null;
    };
  }

  private static @Nullable Expression ofOperation(Operation node) {
    return switch (node) {
      case Operation.Binary binary -> binary.left();
      case Operation.Unary _ -> null;
      case Operation.And and -> and.operands().getFirst();
      case Operation.Or or -> or.operands().getFirst();
      case Operation.Not _ -> null;
      case Operation.Cast cast -> cast.operand();
      case Operation.Collate collate -> collate.operand();
      case Operation.AtTimeZone zone -> zone.operand();
    };
  }

  private static Expression ofPredicate(Predicate node) {
    return switch (node) {
      case Predicate.IsNull test -> test.operand();
      case Predicate.IsTruth test -> test.operand();
      case Predicate.IsDistinct test -> test.left();
      case Predicate.IsNormalized test -> test.operand();
      case Predicate.IsDocument test -> test.operand();
      case Predicate.Between between -> between.operand();
      case Predicate.InList list -> list.operand();
      case Predicate.Like like -> like.operand();
      case Predicate.Overlaps overlaps -> overlaps.left();
    };
  }
}
