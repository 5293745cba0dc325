package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.EqualForms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Form of a value for functions that compare values without their types.
 *
 * @param nesting of the values
 */
public record EqualForm(Expression value, Nesting nesting) implements Expression {
  public EqualForm {
    requireNonNull(value, "value is null");
    requireNonNull(nesting, "nesting is null");
  }

  @Override
  public VectorType type() {
    return value.type().with(Nesting.PLAIN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    @Nullable Object[] forms = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < forms.length; row++) {
      forms[row] = EqualForms.of(nesting, values.held(row, value.type()));
    }
    return VectorBuilder.vectorOf(forms, type());
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
    return new EqualForm(others.getFirst(), nesting);
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
