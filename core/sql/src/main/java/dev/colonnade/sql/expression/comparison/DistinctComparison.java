package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** IS DISTINCT FROM and IS NOT DISTINCT FROM, for which NULL equals NULL. */
public record DistinctComparison(boolean isNot, Expression left, Expression right)
    implements Expression {
  public DistinctComparison {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    if (!ValueOrdering.areComparable(left.type(), right.type())) {
      throw new IllegalArgumentException(
          "not comparable: left=%s right=%s".formatted(left.type(), right.type()));
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector some = left.evaluate(batch, evaluation);
    Vector others = right.evaluate(batch, evaluation);
    boolean[] result = new boolean[batch.rowCount()];
    for (int row = 0; row < result.length; row++) {
      boolean isNull = some.isNull(row);
      boolean isEqual =
          (isNull || others.isNull(row))
              ? (isNull && others.isNull(row))
              : ValueOrdering.compare(some, row, left.type(), others, row, right.type()) == 0;
      result[row] = isEqual == isNot;
    }
    return new BooleanVector(result, null);
  }

  @Override
  public boolean isSafe() {
    return left.isSafe() && right.isSafe();
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new DistinctComparison(isNot, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return isNot
        ? "(NOT (" + left.sql(columns) + " IS DISTINCT FROM " + right.sql(columns) + "))"
        : "(" + left.sql(columns) + " IS DISTINCT FROM " + right.sql(columns) + ")";
  }
}
