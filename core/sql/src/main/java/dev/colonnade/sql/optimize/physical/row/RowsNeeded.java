package dev.colonnade.sql.optimize.physical.row;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Number of rows that OFFSET and LIMIT read: their sum, at most {@link Long#MAX_VALUE}; NULL if
 * LIMIT is NULL. Negative numbers count as 0: the operator of the limit reports them.
 */
public record RowsNeeded(Expression offset, Expression count) implements Expression {

  /** Returns the number of rows; null for all. */
  public static @Nullable Expression of(@Nullable Expression offset, @Nullable Expression count) {
    if (offset == null || count == null) {
      return count;
    }
    return offset instanceof Literal first && count instanceof Literal second
        ? new Literal(VectorType.of(TypeKind.BIGINT), sum(first.value(), second.value()))
        : new RowsNeeded(offset, count);
  }

  private static @Nullable Long sum(@Nullable Object offset, @Nullable Object count) {
    if (count == null) {
      return null;
    }
    long skipped = offset == null ? 0 : Math.max(0, ((Number) offset).longValue());
    long sum = skipped + Math.max(0, ((Number) count).longValue());
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BIGINT);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector offsets = offset.evaluate(batch, evaluation);
    Vector counts = count.evaluate(batch, evaluation);
    @Nullable Object[] sums = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < sums.length; row++) {
      sums[row] = sum(offsets.held(row, offset.type()), counts.held(row, count.type()));
    }
    return VectorBuilder.vectorOf(sums, type());
  }

  @Override
  public boolean isConstant() {
    return offset.isConstant() && count.isConstant();
  }

  @Override
  public List<Expression> operands() {
    return List.of(offset, count);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RowsNeeded(others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + offset.sql(columns) + " + " + count.sql(columns) + ")";
  }
}
