package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * GREATEST or LEAST: NULLs are ignored, and the result is NULL if all operands are.
 *
 * @param operands of one type
 */
public record ExtremeExpression(VectorType type, boolean isGreatest, List<Expression> operands)
    implements Expression {
  public ExtremeExpression {
    requireNonNull(type, "type is null");
    operands = List.copyOf(operands);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    List<Vector> values = new ArrayList<>(operands.size());
    for (Expression operand : operands) {
      values.add(operand.evaluate(batch, evaluation));
    }
    @Nullable Object[] result = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < result.length; row++) {
      Object best = null;
      for (int i = 0; i < values.size(); i++) {
        Object value = values.get(i).held(row, operands.get(i).type());
        if (value != null
            && (best == null
                || isBetter(RowComparator.compareValues(type.ofValues(), value, best)))) {
          best = value;
        }
      }
      result[row] = best;
    }
    return VectorBuilder.vectorOf(result, type);
  }

  private boolean isBetter(int order) {
    return isGreatest ? order > 0 : order < 0;
  }

  @Override
  public boolean isSafe() {
    return operands.stream().allMatch(Expression::isSafe);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new ExtremeExpression(type, isGreatest, others);
  }

  @Override
  public String sql(List<String> columns) {
    StringJoiner text = new StringJoiner(", ", isGreatest ? "GREATEST(" : "LEAST(", ")");
    operands.forEach(operand -> text.add(operand.sql(columns)));
    return text.toString();
  }
}
