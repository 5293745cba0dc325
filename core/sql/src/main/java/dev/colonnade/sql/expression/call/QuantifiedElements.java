package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicate on a value and ANY or ALL elements of an array; NULL for a NULL array.
 *
 * @param element representation of the elements
 * @param test predicate over a batch with the value and the elements as its columns
 */
public record QuantifiedElements(
    Expression value, Expression array, VectorType element, Expression test, boolean isAll)
    implements Expression {
  public QuantifiedElements {
    requireNonNull(value, "value is null");
    requireNonNull(array, "array is null");
    requireNonNull(element, "element is null");
    requireNonNull(test, "test is null");
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    Vector arrays = array.evaluate(batch, evaluation);
    @Nullable Object[] result = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < result.length; row++) {
      if (arrays.held(row, array.type()) instanceof List<?> list) {
        result[row] = quantified(values.held(row, value.type()), list.toArray(), evaluation);
      }
    }
    return VectorBuilder.vectorOf(result, type());
  }

  private @Nullable Boolean quantified(
      @Nullable Object left, @Nullable Object[] elements, Evaluation evaluation) {
    if (elements.length == 0) {
      return isAll;
    }
    @Nullable Object[] repeated = new @Nullable Object[elements.length];
    Arrays.fill(repeated, left);
    VectorBatch pairs =
        new VectorBatch(
            elements.length,
            VectorBuilder.vectorOf(repeated, value.type()),
            VectorBuilder.vectorOf(elements, element));
    Vector outcomes = test.evaluate(pairs, evaluation);
    boolean hasNull = false;
    for (int i = 0; i < elements.length; i++) {
      Object outcome = outcomes.held(i, test.type());
      if (outcome == null) {
        hasNull = true;
      } else if ((Boolean) outcome != isAll) {
        return !isAll;
      }
    }
    return hasNull ? null : (Boolean) isAll;
  }

  @Override
  public boolean isVolatile() {
    return test.isVolatile();
  }

  /** The test may depend on the session. */
  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  public List<Expression> operands() {
    return List.of(value, array);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new QuantifiedElements(others.getFirst(), others.getLast(), element, test, isAll);
  }

  @Override
  public String sql(List<String> columns) {
    String elements = (isAll ? "ALL (" : "ANY (") + array.sql(columns) + ")";
    return test.sql(List.of(value.sql(columns), elements));
  }
}
