package dev.colonnade.sql.execute;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Condition that is a function of the values of a row; null is unknown. */
public record TestCondition(
    List<VectorType> types, Function<List<@Nullable Object>, @Nullable Boolean> function)
    implements Expression {
  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    TestRows.addRows(batch, types, rows);
    VectorBuilder builder = new VectorBuilder(type());
    for (List<@Nullable Object> row : rows) {
      builder.appendHeld(function.apply(row));
    }
    return builder.build();
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
    return "condition";
  }
}
