package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.function.library.temporal.TimeZoneCasts;
import dev.colonnade.sql.function.operator.SequenceFunctions;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Function that is called row by row with values in their internal representation. A strict
 * function is not called for rows with a NULL argument.
 */
public record FunctionCall(VectorType type, ScalarFunction function, List<Expression> operands)
    implements Expression {
  /** Result of a function that returns nothing, which is not NULL. */
  private static final String NOTHING = "";

  /** Number of calls between two checks for cancellation; a power of two. */
  private static final int CHECK_CALLS = 64;

  /** Classes whose functions take a few steps: sums and casts. */
  private static final Set<Class<?>> QUICK =
      Set.of(Casts.class, CheckedArithmetic.class, DateTimeFunctions.class, TimeZoneCasts.class);

  public FunctionCall {
    requireNonNull(type, "type is null");
    requireNonNull(function, "function is null");
    operands = List.copyOf(operands);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    int count = batch.rowCount();
    Vector[] arguments = new Vector[operands.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = operands.get(i).evaluate(batch, evaluation);
    }
    @Nullable Object[] results = new @Nullable Object[count];
    if (count > 0) {
      ScalarFunction.Invocation invocation =
          function.invocation(evaluation.services(), arguments.length);
      for (int row = 0; row < count; row++) {
        if ((row & (CHECK_CALLS - 1)) == 0) {
          evaluation.cancellation().check();
        }
        if (setArguments(invocation, arguments, row)) {
          Object result = invocation.call();
          results[row] = result == null && type.kind() == TypeKind.VOID ? NOTHING : result;
        }
      }
    }
    return VectorBuilder.vectorOf(results, type);
  }

  /** Sets the arguments of a row. Returns false if the function is not called for the row. */
  private boolean setArguments(ScalarFunction.Invocation invocation, Vector[] arguments, int row) {
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].isNull(row) && function.isStrict()) {
        return false;
      }
    }
    for (int i = 0; i < arguments.length; i++) {
      invocation.set(i, arguments[i].held(row, operands.get(i).type()));
    }
    return true;
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

  /** Sums, casts, and next values, which announce that they wait. */
  @Override
  public boolean isQuick() {
    return QUICK.contains(function.owner())
        || (function.owner() == SequenceFunctions.class
            && (function.methodName().equals("next")
                || function.methodName().startsWith("sequence")));
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new FunctionCall(type, function, others);
  }

  @Override
  public String sql(List<String> columns) {
    return FunctionText.of(function, type.kind(), operands, columns);
  }
}
