package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose rows a statement writes out: expressions that look at no table.
 *
 * @param rows by row the values of its columns
 */
public record WrittenRows(List<List<RexNode>> rows) {
  public WrittenRows {
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** The rows of a plan; null if it is something else. */
  public static @Nullable WrittenRows of(RelNode plan) {
    List<List<RexNode>> rows = new ArrayList<>();
    for (RelNode one :
        plan instanceof Union union && union.all ? union.getInputs() : List.of(plan)) {
      List<RexNode> row = one instanceof Project project ? row(project) : null;
      if (row == null || !hasTypesOf(plan, row)) {
        return null;
      }
      rows.add(row);
    }
    return new WrittenRows(rows);
  }

  /** Returns the expressions of a projection of one row; null if they cannot be evaluated alone. */
  private static @Nullable List<RexNode> row(Project project) {
    if (!(project.getInput() instanceof Values one) || one.getTuples().size() != 1) {
      return null;
    }
    List<RexLiteral> tuple = one.getTuples().getFirst();
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            RexLiteral literal = tuple.get(ref.getIndex());
            return isSame(literal, ref) ? literal : ref;
          }
        };
    List<RexNode> row =
        project.getProjects().stream().map(expression -> expression.accept(shuttle)).toList();
    return row.stream().allMatch(ConstantEvaluator::canEvaluate) ? row : null;
  }

  private static boolean hasTypesOf(RelNode plan, List<RexNode> row) {
    for (int i = 0; i < row.size(); i++) {
      TypeKind wanted = TypeKind.of(plan.getRowType().getFieldList().get(i).getType());
      boolean isNull = row.get(i) instanceof RexLiteral literal && literal.isNull();
      if (!isNull && !isSame(TypeKind.of(row.get(i).getType()), wanted)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(RexNode left, RexNode right) {
    return isSame(TypeKind.of(left.getType()), TypeKind.of(right.getType()));
  }

  private static boolean isSame(TypeKind left, TypeKind right) {
    return left == right || (left.isText() && right.isText());
  }
}
