package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.Projection;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One row of expressions for many rows of parameters: the parameters are columns, so that a batch
 * of executions is one batch of vectors.
 */
public final class ParameterRows {
  private final ScanPlan.Values plan;
  private final List<SqlType> parameterTypes;
  private final StatementContext context;

  /**
   * Creates the rows.
   *
   * @param plan of one row
   */
  public ParameterRows(
      ScanPlan.Values plan, List<SqlType> parameterTypes, StatementContext context) {
    this.plan = requireNonNull(plan, "plan is null");
    this.parameterTypes = List.copyOf(parameterTypes);
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns whether expressions are so many parameters in their order, as they are or cast. */
  public static boolean isOf(List<Expression> row, int count) {
    if (row.size() != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!isOfParameter(row.get(i), i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfParameter(Expression expression, int index) {
    if (expression instanceof Parameter parameter) {
      return parameter.index() == index;
    }
    List<Expression> operands = expression.operands();
    return !operands.isEmpty()
        && isOfParameter(operands.getFirst(), index)
        && operands.stream().skip(1).allMatch(operand -> operand.operands().isEmpty());
  }

  /**
   * Evaluates the row for each row of parameters.
   *
   * @param given returns the parameters of an execution, as the client gave them
   * @param rows accepts the values in their internal representation
   */
  public void evaluate(
      int count, IntFunction<@Nullable Object[]> given, Consumer<@Nullable Object[]> rows) {
    Evaluation evaluation =
        Evaluation.overParameterColumns(
            context.parameters()::held,
            context.services(),
            context.cancellation(),
            SubqueryExecutor.NONE);
    for (int from = 0; from < count; from += VectorBatch.ROWS) {
      context.cancellation().check();
      int to = Math.min(count, from + VectorBatch.ROWS);
      evaluate(parameters(from, to, given), evaluation, rows);
    }
  }

  private VectorBatch parameters(int from, int to, IntFunction<@Nullable Object[]> given) {
    int width = parameterTypes.size();
    VectorBuilder[] builders = new VectorBuilder[width];
    for (int i = 0; i < width; i++) {
      builders[i] = new VectorBuilder(VectorType.of(parameterTypes.get(i).kind()));
    }
    for (int row = from; row < to; row++) {
      @Nullable Object[] values = given.apply(row);
      if (values.length != width) {
        throw QueryParameters.wrongCount(width, values.length);
      }
      for (int i = 0; i < width; i++) {
        builders[i].appendHeld(ValueConverter.fromJava(parameterTypes.get(i), values[i]));
      }
    }
    Vector[] columns = new Vector[width];
    for (int i = 0; i < width; i++) {
      columns[i] = builders[i].slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }

  private void evaluate(
      VectorBatch parameters, Evaluation evaluation, Consumer<@Nullable Object[]> rows) {
    List<Expression> expressions = plan.rows().getFirst();
    VectorBatch results = new Projection(expressions).evaluate(parameters, evaluation);
    for (int row = 0; row < parameters.rowCount(); row++) {
      @Nullable Object[] values = new @Nullable Object[expressions.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = results.column(i).held(row, expressions.get(i).type());
      }
      rows.accept(values);
    }
  }
}
