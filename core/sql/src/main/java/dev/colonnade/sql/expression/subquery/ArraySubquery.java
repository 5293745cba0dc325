package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.function.array.ArrayNesting;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ARRAY(subquery): the values of the only column, in the order of the rows. Arrays become one with
 * another dimension.
 */
public record ArraySubquery(SubqueryCall call) implements SubqueryExpression {
  public ArraySubquery {
    requireNonNull(call, "call is null");
    if (call.plan().types().size() != 1) {
      throw new IllegalArgumentException("not one column: " + call.plan().types());
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.ARRAY);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    ListReader reader = new ListReader(call.plan().types().getFirst());
    SubqueryCall.Results<List<@Nullable Object>> results = call.results(this, evaluation, reader);
    @Nullable Object[] values = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < values.length; row++) {
      values[row] = results.of(batch, row, evaluation);
    }
    return ObjectVector.of(values, values.length);
  }

  private record ListReader(VectorType type)
      implements SubqueryCall.Reader<List<@Nullable Object>> {
    @Override
    public List<@Nullable Object> read(SubqueryRows rows, ResultMemory memory) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (VectorBatch batch = rows.next(); batch != null; batch = rows.next()) {
        Vector column = batch.column(0);
        for (int row = 0; row < batch.rowCount(); row++) {
          Object element = column.held(row, type);
          memory.add(element, Long.BYTES);
          elements.add(element);
        }
      }
      return type.kind() == TypeKind.ARRAY
          ? ArrayNesting.of(elements)
          : Collections.unmodifiableList(elements);
    }

    @Override
    public long weight(List<@Nullable Object> result) {
      return result.size();
    }
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
    return "ARRAY(" + call.plan().name() + ")";
  }
}
