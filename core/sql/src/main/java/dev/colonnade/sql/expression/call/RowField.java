package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Field of a row value; NULL for a NULL.
 *
 * @param value rows as {@link RowConstructor} makes them
 * @param index from 0
 * @param name for EXPLAIN
 */
public record RowField(VectorType type, Expression value, int index, String name)
    implements Expression {
  public RowField {
    requireNonNull(type, "type is null");
    requireNonNull(value, "value is null");
    requireNonNull(name, "name is null");
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector rows = value.evaluate(batch, evaluation);
    @Nullable Object[] result = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < result.length; row++) {
      result[row] =
          rows.held(row, value.type()) instanceof List<?> fields ? fields.get(index) : null;
    }
    return VectorBuilder.vectorOf(result, type);
  }

  @Override
  public boolean isSafe() {
    return value.isSafe();
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RowField(type, others.getFirst(), index, name);
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + ")." + name;
  }
}
