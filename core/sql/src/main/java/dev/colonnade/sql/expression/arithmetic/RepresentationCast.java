package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Same values in another representation, such as numbers of different scales as objects, so that
 * the inputs of a set operation have equal columns.
 */
public record RepresentationCast(VectorType type, Expression value) implements Expression {
  public RepresentationCast {
    requireNonNull(type, "type is null");
    requireNonNull(value, "value is null");
  }

  /** Returns an expression in a representation: itself if it has that. */
  public static Expression of(Expression value, VectorType type) {
    if (value.type().equals(type)) {
      return value;
    }
    boolean isKept =
        value instanceof Literal literal
            && (literal.value() == null
                || (type.form() == VectorType.Form.OBJECT && type.kind() == literal.type().kind()));
    return isKept
        ? new Literal(type, ((Literal) value).value())
        : new RepresentationCast(type, value);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector from = value.evaluate(batch, evaluation);
    VectorType given = value.type();
    boolean isSameForm = given.form() == type.form() && given.scale() == type.scale();
    if (isSameForm && !(from instanceof ObjectVector)) {
      return from;
    }
    @Nullable Object[] values = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < values.length; row++) {
      values[row] = from.held(row, given);
    }
    return VectorBuilder.vectorOf(values, type);
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
    return new RepresentationCast(type, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
