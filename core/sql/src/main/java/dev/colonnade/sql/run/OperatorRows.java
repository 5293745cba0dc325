package dev.colonnade.sql.run;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.modify.ModifyOperator;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.run.context.PlanState;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.run.context.StatementExecution;
import dev.colonnade.sql.run.operator.OperatorFactory;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows of the operators of a running query, one by one or in batches. One thread. */
final class OperatorRows implements InternalRows {
  private final OperatorFactory factory;
  private final Operator operator;
  private final List<VectorType> types;
  private final QueryMemory memory;
  private final SpillSpace spillSpace;
  private final StatementContext context;
  private Supplier<@Nullable VectorBatch> source;
  private @Nullable VectorBatch batch;
  private int row = -1;
  private long reportedBytes;

  private OperatorRows(
      OperatorFactory factory,
      PhysicalPlan plan,
      QueryMemory memory,
      SpillSpace spillSpace,
      StatementContext context) {
    this.factory = factory;
    this.operator = factory.create(plan);
    this.source = operator::next;
    this.types = plan.types();
    this.memory = memory;
    this.spillSpace = spillSpace;
    this.context = context;
  }

  static OperatorRows open(
      StatementPart part, StatementContext context, boolean needsMemory, PlanState state) {
    QueryParameters parameters = context.parameters().of(part.parameterTypes());
    QueryMemory memory =
        context
            .resources()
            .memory()
            .open(context.limits().workBytes(), needsMemory, context.cancellation());
    SpillSpace spillSpace = context.resources().spill().newSpace(context.limits().temporaryBytes());
    OperatorFactory factory =
        OperatorFactory.of(new StatementExecution(context, memory, spillSpace, state), parameters);
    return new OperatorRows(factory, part.plan(), memory, spillSpace, context);
  }

  @Override
  public long complete() {
    if (!(operator instanceof ModifyOperator change)) {
      throw new IllegalStateException("query changes and locks no rows");
    }
    long count = change.complete();
    source = change::returned;
    return count;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    VectorBatch present = batch;
    row++;
    while (present == null || row >= present.rowCount()) {
      present = source.get();
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
        return source.get();
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
        long written = spillSpace.bytesWritten() - reportedBytes;
        if (written > 0) {
          reportedBytes += written;
          context.transaction().session().activity().addSpilled(written);
        }
      } finally {
        memory.close();
      }
    }
  }
}
