package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.modify.row.AllocatedValues;
import dev.colonnade.sql.execute.modify.row.InsertRows;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.Projection;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.run.context.StatementParameters;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an INSERT of one row of expressions for many rows of parameters: the parameters are
 * columns, so that a batch of executions is one batch of vectors. Immutable.
 */
public final class InsertParameterRows {
  private final ModifyPlan.Insert plan;
  private final ScanPlan.Values source;
  private final List<SqlType> parameterTypes;
  private final InsertRows rows;

  private InsertParameterRows(
      ModifyPlan.Insert plan, ScanPlan.Values source, List<SqlType> parameterTypes) {
    this.plan = plan;
    this.source = source;
    this.parameterTypes = List.copyOf(parameterTypes);
    this.rows = new InsertRows(plan);
  }

  /**
   * Returns the rows of an INSERT; null if its source is not one row of expressions without
   * subqueries.
   */
  public static @Nullable InsertParameterRows of(
      ModifyPlan.Insert plan, List<SqlType> parameterTypes) {
    return plan.source() instanceof ScanPlan.Values values
            && values.rows().size() == 1
            && values.rows().getFirst().stream().noneMatch(InsertParameterRows::hasSubquery)
        ? new InsertParameterRows(plan, values, parameterTypes)
        : null;
  }

  private static boolean hasSubquery(Expression expression) {
    return expression.subquery() != null
        || expression.operands().stream().anyMatch(InsertParameterRows::hasSubquery);
  }

  public ModifyPlan.Insert plan() {
    return plan;
  }

  /** Returns whether the values are so many parameters in their order, as they are or cast. */
  public boolean areParameters(int count) {
    List<Expression> row = source.rows().getFirst();
    if (row.size() != count
        || parameterTypes.stream().anyMatch(type -> type.kind().isNamedReference())) {
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

  /** Allocates the values of sequences for {@code rowCount} rows. */
  public AllocatedValues allocate(int rowCount, StatementContext context) {
    return AllocatedValues.of(plan.allocated(), rowCount, context.sequences());
  }

  /**
   * Returns the values of all columns of the table for each row of parameters.
   *
   * @param given returns a row of parameters, as the client gave them
   */
  public List<@Nullable Object[]> rows(
      int count,
      IntFunction<@Nullable Object[]> given,
      AllocatedValues allocated,
      StatementContext context) {
    requireNonNull(allocated, "allocated is null");
    List<@Nullable Object[]> stored = new ArrayList<>(count);
    evaluate(
        count,
        given,
        context,
        batch -> {
          for (int row = 0; row < batch.rowCount(); row++) {
            rows.checks().require(batch, row);
            @Nullable Object[] values = rows.row(batch, row);
            allocated.fill(stored.size(), values);
            stored.add(values);
          }
        });
    return stored;
  }

  private void evaluate(
      int count,
      IntFunction<@Nullable Object[]> given,
      StatementContext context,
      Consumer<VectorBatch> batches) {
    Evaluation evaluation =
        Evaluation.overParameterColumns(
            context.parameters().none()::held,
            context.services(),
            context.cancellation(),
            SubqueryExecutor.NONE);
    Projection values = new Projection(source.rows().getFirst());
    for (int from = 0; from < count; from += VectorBatch.ROWS) {
      context.cancellation().check();
      int to = Math.min(count, from + VectorBatch.ROWS);
      VectorBatch parameters = parameters(from, to, given, context.parameters());
      batches.accept(values.evaluate(parameters, evaluation));
    }
  }

  private VectorBatch parameters(
      int from, int to, IntFunction<@Nullable Object[]> given, StatementParameters conversion) {
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
        builders[i].appendHeld(conversion.internal(parameterTypes.get(i), values[i]));
      }
    }
    Vector[] columns = new Vector[width];
    for (int i = 0; i < width; i++) {
      columns[i] = builders[i].slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }
}
