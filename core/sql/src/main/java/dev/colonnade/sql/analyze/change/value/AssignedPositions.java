package dev.colonnade.sql.analyze.change.value;

import dev.colonnade.sql.analyze.expression.StartPositions;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;

/** Positions of the values of assignments: their errors have these. */
public final class AssignedPositions {
  private AssignedPositions() {}

  /**
   * Returns the position of an expression: that of a constant that is cast, else the one at which
   * the expression starts.
   */
  public static int of(Expression node) {
    return node instanceof Operation.Cast cast && isConstant(cast.operand())
        ? of(cast.operand())
        : StartPositions.of(node);
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
