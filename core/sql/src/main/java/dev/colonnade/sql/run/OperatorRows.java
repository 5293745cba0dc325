package dev.colonnade.sql.run;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the operators of a running query, one by one or in batches. One thread. */
final class OperatorRows implements InternalRows {
  private final Operator operator;
  private final OperatorFactory factory;
  private final List<VectorType> types;
  private final QueryMemory memory;
  private final SpillSpace spillSpace;
  private @Nullable VectorBatch batch;
  private int row = -1;

  private OperatorRows(
      OperatorFactory factory, PhysicalPlan plan, QueryMemory memory, SpillSpace spillSpace) {
    this.factory = factory;
    this.operator = factory.create(plan);
    this.types = plan.types();
    this.memory = memory;
    this.spillSpace = spillSpace;
  }

  static OperatorRows open(
      PhysicalPlan plan,
      StatementContext context,
      boolean needsMemory,
      @Nullable PlanStatistics statistics) {
    QueryMemory memory =
        context
            .resources()
            .memory()
            .open(context.limits().workBytes(), needsMemory, context.cancellation());
    SpillSpace spillSpace = context.resources().spill().newSpace(context.limits().temporaryBytes());
    SubqueryOperators subqueries = new SubqueryOperators();
    Evaluation evaluation =
        new Evaluation(
            context.parameters()::held, context.services(), context.cancellation(), subqueries);
    QueryContext query = new QueryContext(evaluation, memory, spillSpace, RunnableQuery.ticker());
    TableReads reads =
        new TableReads(context.transaction(), evaluation, context.services().usesIndexes());
    OperatorFactory factory = new OperatorFactory(query, reads, statistics);
    subqueries.use(factory);
    return new OperatorRows(factory, plan, memory, spillSpace);
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    VectorBatch present = batch;
    row++;
    while (present == null || row >= present.rowCount()) {
      present = operator.next();
      batch = present;
      row = 0;
      if (present == null) {
        return null;
      }
    }
    @Nullable Object[] values = new @Nullable Object[types.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = present.column(i).held(row, types.get(i));
    }
    return values;
  }

  @Override
  public BatchSource batches() {
    return new BatchSource() {
      @Override
      public List<VectorType> types() {
        return types;
      }

      @Override
      public @Nullable VectorBatch next() {
        return operator.next();
      }
    };
  }

  @Override
  public void close() {
    try {
      operator.close();
    } finally {
      try {
        factory.close();
        spillSpace.close();
      } finally {
        memory.close();
      }
    }
  }
}
