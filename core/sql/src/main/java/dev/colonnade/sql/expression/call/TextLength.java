package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Number of characters of a text. */
public record TextLength(Expression value) implements Expression {
  public TextLength {
    requireNonNull(value, "value is null");
    if (value.type().form() != VectorType.Form.TEXT) {
      throw new IllegalArgumentException("not a text: type=" + value.type());
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.INTEGER);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    TextVector texts = (TextVector) value.evaluate(batch, evaluation);
    long[] lengths = new long[batch.rowCount()];
    for (int row = 0; row < lengths.length; row++) {
      lengths[row] = texts.isNull(row) ? 0 : texts.characterCount(row);
    }
    return new LongVector(lengths, texts.nulls());
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
    return new TextLength(others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return "length(" + value.sql(columns) + ")";
  }
}
