package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;

/**
 * Column of the current row of an enclosing query.
 *
 * @param id identifies the operator that supplies the row
 * @param name name of the column, for EXPLAIN
 */
public record OuterReference(VectorType type, int id, int index, String name)
    implements Expression {
  public OuterReference {
    requireNonNull(type, "type is null");
    requireNonNull(name, "name is null");
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Evaluation.OuterRow outer = evaluation.outer(id);
    int[] rows = new int[batch.rowCount()];
    Arrays.fill(rows, outer.row());
    return evaluation.outerColumn(this).gather(rows, rows.length);
  }

  @Override
  public boolean isSafe() {
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
    return name;
  }
}
