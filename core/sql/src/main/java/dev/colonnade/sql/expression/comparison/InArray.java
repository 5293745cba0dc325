package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code = ANY} and {@code <> ALL} of a constant array, found by hash.
 *
 * @param array constant whose elements are of the value's kind
 */
public record InArray(boolean isNegated, Expression value, Expression array) implements Expression {
  public InArray {
    requireNonNull(value, "value is null");
    if (!array.isConstant()) {
      throw new IllegalArgumentException("not a constant: " + array);
    }
  }

  private record Elements(@Nullable ValueSet set) {}

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (count == 0) {
      return VectorBuilder.vectorOf(new @Nullable Object[0], type());
    }
    if (evaluation.hasParameterColumns()) {
      Vector arrays = array.evaluate(batch, evaluation);
      return Membership.ofEach(
          value, values, count, row -> elements(arrays.held(row, array.type())).set(), isNegated);
    }
    Elements elements =
        evaluation.state(this, Elements.class, () -> elements(evaluation.value(array)));
    ValueSet set = elements.set();
    return set == null
        ? new BooleanVector(new boolean[count], Nulls.all(count))
        : Membership.of(value, values, count, set, isNegated);
  }

  private Elements elements(@Nullable Object held) {
    if (!(held instanceof List<?> list)) {
      return new Elements(null);
    }
    VectorType declared = value.type();
    boolean isDecimal = declared.kind() == TypeKind.NUMERIC;
    VectorType type = isDecimal ? VectorType.of(TypeKind.NUMERIC) : declared;
    Vector vector = VectorBuilder.vectorOf(list.toArray(), type);
    return new Elements(ValueSet.of(vector, list.size(), type));
  }

  @Override
  public boolean isSafe() {
    return value.isSafe() && array.isSafe();
  }

  @Override
  public List<Expression> operands() {
    return List.of(value, array);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new InArray(isNegated, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    String operator = isNegated ? " <> ALL (" : " = ANY (";
    return "(" + value.sql(columns) + operator + array.sql(columns) + "))";
  }
}
