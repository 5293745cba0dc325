package dev.colonnade.sql.expression.call;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.StringJoiner;

/** ARRAY[...], of values of one type. */
public record ArrayConstructor(List<Expression> operands) implements Expression {
  public ArrayConstructor {
    operands = List.copyOf(operands);
  }

  @Override
  public VectorType type() {
    VectorType type = VectorType.of(TypeKind.ARRAY);
    VectorType element = operands.isEmpty() ? type : operands.getFirst().type();
    return element.ofValues().isPlain() ? type : type.with(Nesting.arrayOf(element.ofValues()));
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return RowConstructor.lists(operands, batch, evaluation);
  }

  @Override
  public boolean isSafe() {
    return operands.stream().allMatch(Expression::isSafe);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new ArrayConstructor(others);
  }

  @Override
  public String sql(List<String> columns) {
    StringJoiner text = new StringJoiner(", ", "ARRAY[", "]");
    operands.forEach(operand -> text.add(operand.sql(columns)));
    return text.toString();
  }
}
