package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;

/** Positions at which expressions begin: errors of assignments have these. */
public final class StartPositions {
  private StartPositions() {}

  /** Returns the offset of the first token that belongs to the value of an expression. */
  public static int of(Expression node) {
    return switch (node) {
      case Operation.Cast cast ->
          isConstant(cast.operand())
              ? of(cast.operand())
              : Math.min(cast.position(), of(cast.operand()));
      case Operation.Binary binary -> Math.min(binary.position(), of(binary.left()));
      case Operation.And and -> of(and.operands().getFirst());
      case Operation.Or or -> of(or.operands().getFirst());
      case Operation.Collate collate -> of(collate.operand());
      case Operation.AtTimeZone zone -> of(zone.operand());
      case Predicate.IsNull test -> of(test.operand());
      case Predicate.IsTruth test -> of(test.operand());
      case Predicate.IsDistinct test -> of(test.left());
      case Predicate.Between between -> of(between.operand());
      case Predicate.InList list -> of(list.operand());
      case Predicate.Like like -> of(like.operand());
      case Reference.Subscript subscript -> of(subscript.base());
      case Reference.Slice slice -> of(slice.base());
      case Reference.Field field -> of(field.base());
      default -> node.position();
    };
  }

  private static boolean isConstant(Expression node) {
    return node instanceof Constant || node instanceof Reference.Parameter;
  }

  /** Returns the positions of the columns of a query, of its first SELECT; -1 for unknown ones. */
  public static List<Integer> ofColumns(Query query, int width) {
    List<Integer> positions = new ArrayList<>();
    Query first = query;
    while (first instanceof Query.Qualified || first instanceof Query.SetOperation) {
      first =
          first instanceof Query.Qualified qualified
              ? qualified.body()
              : ((Query.SetOperation) first).left();
    }
    if (first instanceof Query.Select select) {
      for (Query.Item item : select.items()) {
        boolean isStar = item.value() instanceof Reference.Star;
        int count = isStar ? width - select.items().size() + 1 : 1;
        for (int i = 0; i < count; i++) {
          positions.add(of(item.value()));
        }
      }
    }
    while (positions.size() < width) {
      positions.add(-1);
    }
    return positions;
  }
}
