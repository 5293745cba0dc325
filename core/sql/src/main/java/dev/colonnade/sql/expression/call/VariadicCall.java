package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Function of any number of arguments, the last of which are the elements of an array: {@code
 * VARIADIC}. A strict function is not supported.
 *
 * @param operands arguments before the array, and the array
 * @param isNullOfNull whether the result for a NULL array is NULL; false for a call without
 *     elements
 */
public record VariadicCall(
    VectorType type, ScalarFunction function, List<Expression> operands, boolean isNullOfNull)
    implements Expression {
  /** Number of calls between two checks for cancellation; a power of two. */
  private static final int CHECK_CALLS = 64;

  public VariadicCall {
    requireNonNull(type, "type is null");
    requireNonNull(function, "function is null");
    operands = List.copyOf(operands);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector[] arguments = new Vector[operands.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = operands.get(i).evaluate(batch, evaluation);
    }
    @Nullable Object[] results = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < results.length; row++) {
      if ((row & (CHECK_CALLS - 1)) == 0) {
        evaluation.cancellation().check();
      }
      results[row] = call(arguments, row, evaluation);
    }
    return VectorBuilder.vectorOf(results, type);
  }

  private @Nullable Object call(Vector[] arguments, int row, Evaluation evaluation) {
    int fixed = arguments.length - 1;
    Object last = arguments[fixed].held(row, operands.get(fixed).type());
    if (last == null && isNullOfNull) {
      return null;
    }
    List<?> elements = last == null ? List.of() : (List<?>) last;
    ScalarFunction.Invocation invocation =
        function.invocation(evaluation.services(), fixed + elements.size());
    for (int i = 0; i < fixed; i++) {
      invocation.set(i, arguments[i].held(row, operands.get(i).type()));
    }
    for (int i = 0; i < elements.size(); i++) {
      invocation.set(fixed + i, elements.get(i));
    }
    return invocation.call();
  }

  @Override
  public boolean isVolatile() {
    return function.volatility() == Volatility.VOLATILE;
  }

  @Override
  public boolean isImmutable() {
    return function.volatility() == Volatility.IMMUTABLE;
  }

  @Override
  public boolean isFoldable() {
    return function.isFoldable();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new VariadicCall(type, function, others, isNullOfNull);
  }

  @Override
  public String sql(List<String> columns) {
    StringBuilder text = new StringBuilder(function.name()).append('(');
    for (int i = 0; i < operands.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(i == operands.size() - 1 ? "VARIADIC " : "");
      text.append(operands.get(i).sql(columns));
    }
    return text.append(')').toString();
  }
}
