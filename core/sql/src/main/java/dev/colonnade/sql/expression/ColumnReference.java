package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Column of the batch. */
public record ColumnReference(VectorType type, int index) implements Expression {
  public ColumnReference {
    requireNonNull(type, "type is null");
    if (index < 0) {
      throw new IllegalArgumentException("negative column index=" + index);
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return batch.column(index);
  }

  @Override
  public boolean isSafe() {
    return true;
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  public String sql(List<String> columns) {
    return columns.get(index);
  }
}
