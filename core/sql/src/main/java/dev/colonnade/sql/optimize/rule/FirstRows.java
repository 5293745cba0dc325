package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Properties of plans of which the first rows by an order are read. */
final class FirstRows {
  private FirstRows() {}

  /** Returns the number of rows that a limit reads; negative if it is not known, or has ties. */
  static long of(Limit limit) {
    long count = valueOf(limit.count());
    long offset = limit.offset() == null ? 0 : valueOf(limit.offset());
    return count < 0 || offset < 0 || count + offset < 0 || !limit.ties().isEmpty()
        ? -1
        : count + offset;
  }

  private static long valueOf(@Nullable Expression expression) {
    return expression instanceof Literal literal && literal.value() instanceof Number number
        ? number.longValue()
        : -1;
  }

  /** Returns the keys over the columns of a projection's input; none if one is computed. */
  static List<SortItem> renamed(List<SortItem> keys, Project project) {
    List<SortItem> renamed = new ArrayList<>(keys.size());
    for (SortItem key : keys) {
      Variable source = null;
      for (Assignment assignment : project.assignments()) {
        if (assignment.variable().equals(key.expression())
            && assignment.expression() instanceof Variable variable) {
          source = variable;
        }
      }
      if (source == null) {
        return List.of();
      }
      renamed.add(key.by(source));
    }
    return renamed;
  }
}
