package dev.colonnade.sql.run;

import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.sql.profile.PlanProfile;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.expression.Constants;
import dev.colonnade.sql.vector.operator.OperatorRun;
import dev.colonnade.sql.vector.operator.RowLookup;
import dev.colonnade.sql.vector.operator.RowsOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import dev.colonnade.sql.vector.plan.VectorContext;
import dev.colonnade.sql.vector.plan.VectorRel;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.runtime.FlatLists;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Rows of vector operators, one by one, with values in their internal representation. */
public final class VectorRows implements InternalRows {
  private final VectorOperator operator;
  private final List<VectorType> types;
  private final StatementContext context;
  private @Nullable VectorBatch batch;
  private int row = -1;

  private VectorRows(VectorOperator operator, List<VectorType> types, StatementContext context) {
    this.operator = operator;
    this.types = types;
    this.context = context;
  }

  /**
   * Returns the rows of a plan; called by generated code. Each enumeration runs the operators
   * again.
   */
  public static Enumerable<Object> rows(DataContext root, VectorRel plan) {
    StatementContext context = ((CompiledQuery.Root) root).context();
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        return new RowEnumerator(open(plan, context));
      }
    };
  }

  /** Runs a plan; closing the rows does not close the context. */
  static VectorRows open(VectorRel plan, StatementContext context) {
    OperatorRun run =
        new OperatorRun(
            new Constants(context.constants(), context.services()),
            context.cancellation(),
            context.memory());
    Context vectorContext = new Context(run, context);
    VectorOperator operator = vectorContext.measured(plan, plan.open(vectorContext));
    return new VectorRows(operator, plan.types(), context);
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (!advance()) {
      return null;
    }
    VectorBatch present = present();
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
        context.cancellation().check();
        return operator.next();
      }
    };
  }

  private boolean advance() {
    context.cancellation().check();
    row++;
    while (batch == null || row >= batch.rowCount()) {
      batch = operator.next();
      row = 0;
      if (batch == null) {
        return false;
      }
    }
    return true;
  }

  private VectorBatch present() {
    if (batch == null) {
      throw new IllegalStateException("there is no row");
    }
    return batch;
  }

  @Override
  public void close() {
    operator.close();
  }

  /** Context that operators are opened in. */
  private record Context(OperatorRun run, StatementContext context) implements VectorContext {
    @Override
    public VectorOperator measured(VectorRel node, VectorOperator operator) {
      PlanProfile profile = context.profile();
      return profile == null ? operator : profile.measured(node, operator);
    }

    @Override
    public VectorOperator scan(ScanSpec spec, List<VectorType> types) {
      return new PageOperator(context.opened(ScanRows.open(context, spec)), types);
    }

    @Override
    public VectorOperator rows(RelOptTable table, List<VectorType> types, ImmutableBitSet read) {
      SystemTable system = table.unwrap(SystemTable.class);
      List<@Nullable Object[]> rows =
          system == null
              ? context.heldRows(table.unwrapOrThrow(MaterializedCteTable.class))
              : context.systemRows(system);
      return new RowsOperator(rows, types, read, run);
    }

    @Override
    public RowLookup lookup(
        LookupJoin.Lookup lookup,
        List<Column> read,
        List<VectorType> types,
        List<VectorType> inputTypes) {
      LookupKeys keys = new LookupKeys(context, lookup, read);
      return new VectorKeyLookup(context, keys, lookup.inputKeys(), inputTypes, types);
    }
  }

  /** Rows as generated code takes them: arrays, or bare values where there is one column. */
  private static final class RowEnumerator implements Enumerator<Object> {
    private final VectorRows rows;
    private @Nullable Object @Nullable [] current;

    RowEnumerator(VectorRows rows) {
      this.rows = rows;
    }

    @Override
    public boolean moveNext() {
      current = rows.next();
      return current != null;
    }

    @Override
    public @Nullable Object current() {
      @Nullable Object[] values = current;
      if (values == null) {
        throw new IllegalStateException("there is no row");
      }
      return switch (values.length) {
        case 0 -> FlatLists.COMPARABLE_EMPTY_LIST;
        case 1 -> values[0];
        default -> values;
      };
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("operators cannot be started over");
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
