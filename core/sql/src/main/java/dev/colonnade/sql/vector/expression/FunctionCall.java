package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function that is called row by row, with values as statements hold them. */
record FunctionCall(VectorType type, RuntimeFunction function, List<VectorExpression> arguments)
    implements VectorExpression {
  FunctionCall {
    arguments = List.copyOf(arguments);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    List<Vector> vectors = new ArrayList<>(arguments.size());
    for (VectorExpression argument : arguments) {
      vectors.add(argument.evaluate(batch, constants));
    }
    int count = batch.rowCount();
    @Nullable Object[] results = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      results[row] = call(vectors, row, constants);
    }
    return VectorBuilder.vectorOf(results, type);
  }

  private @Nullable Object call(List<Vector> vectors, int row, Constants constants) {
    List<@Nullable Object> values = new ArrayList<>(vectors.size());
    for (int i = 0; i < vectors.size(); i++) {
      Object value = vectors.get(i).held(row, arguments.get(i).type());
      if (value == null && function.isStrict()) {
        return null;
      }
      values.add(value);
    }
    return function.call(constants.services(), values);
  }
}
