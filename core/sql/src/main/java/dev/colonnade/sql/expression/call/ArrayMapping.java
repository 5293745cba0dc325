package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Array of the results of an expression for each element of another array; NULL for NULL.
 *
 * @param from representation of the elements
 * @param element over a batch with the elements as its only column
 */
public record ArrayMapping(Expression array, VectorType from, Expression element)
    implements Expression {
  public ArrayMapping {
    requireNonNull(array, "array is null");
    requireNonNull(from, "from is null");
    requireNonNull(element, "element is null");
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.ARRAY);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector arrays = array.evaluate(batch, evaluation);
    @Nullable Object[] result = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < result.length; row++) {
      if (arrays.held(row, array.type()) instanceof List<?> list) {
        result[row] = mapped(list, evaluation);
      }
    }
    return ObjectVector.of(result, result.length);
  }

  private List<@Nullable Object> mapped(List<?> list, Evaluation evaluation) {
    @Nullable Object[] elements = list.toArray();
    if (elements.length == 0) {
      return List.of();
    }
    VectorBatch column = new VectorBatch(elements.length, VectorBuilder.vectorOf(elements, from));
    Vector changed = element.evaluate(column, evaluation);
    List<@Nullable Object> mapped = new ArrayList<>(elements.length);
    for (int i = 0; i < elements.length; i++) {
      mapped.add(changed.held(i, element.type()));
    }
    return ArrayValue.of(ArrayValue.shapeOf(list), mapped);
  }

  @Override
  public boolean isVolatile() {
    return element.isVolatile();
  }

  /** The element's expression may check the constraints of a domain. */
  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  public List<Expression> operands() {
    return List.of(array);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new ArrayMapping(others.getFirst(), from, element);
  }

  @Override
  public String sql(List<String> columns) {
    return "array_map(" + array.sql(columns) + ", " + element.sql(List.of("element")) + ")";
  }
}
