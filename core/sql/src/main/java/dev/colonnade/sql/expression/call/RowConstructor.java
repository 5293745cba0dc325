package dev.colonnade.sql.expression.call;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** ROW(...): a list of the values of its fields, in their internal representation. */
public record RowConstructor(List<Expression> operands) implements Expression {
  public RowConstructor {
    operands = List.copyOf(operands);
  }

  @Override
  public VectorType type() {
    VectorType type = VectorType.of(TypeKind.UNKNOWN);
    for (Expression operand : operands) {
      if (!operand.type().ofValues().isPlain()) {
        return type.with(
            Nesting.rowOf(operands.stream().map(field -> field.type().ofValues()).toList()));
      }
    }
    return type;
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return lists(operands, batch, evaluation);
  }

  /** Returns lists of the values of all operands, one for each row. */
  static Vector lists(List<Expression> operands, VectorBatch batch, Evaluation evaluation) {
    int count = batch.rowCount();
    Vector[] values = new Vector[operands.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands.get(i).evaluate(batch, evaluation);
    }
    @Nullable Object[] result = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      @Nullable Object[] fields = new @Nullable Object[values.length];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = values[i].held(row, operands.get(i).type());
      }
      result[row] = Collections.unmodifiableList(Arrays.asList(fields));
    }
    return ObjectVector.of(result, count);
  }

  @Override
  public boolean isSafe() {
    return operands.stream().allMatch(Expression::isSafe);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RowConstructor(others);
  }

  @Override
  public String sql(List<String> columns) {
    StringJoiner text = new StringJoiner(", ", "ROW(", ")");
    operands.forEach(operand -> text.add(operand.sql(columns)));
    return text.toString();
  }
}
