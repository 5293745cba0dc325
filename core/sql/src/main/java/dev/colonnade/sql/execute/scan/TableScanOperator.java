package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.PageStream;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scan of a stored table, or of one of its indexes. */
public final class TableScanOperator extends Operator {
  private final ScanPlan.TableScan plan;
  private final TableReads reads;
  private @Nullable PageBatches batches;

  public TableScanOperator(QueryContext query, ScanPlan.TableScan plan, TableReads reads) {
    super(query);
    this.plan = requireNonNull(plan, "plan is null");
    this.reads = requireNonNull(reads, "reads is null");
  }

  @Override
  protected void open() {
    Table table = plan.table();
    List<Integer> columns =
        plan.ordinals().stream().map(i -> table.schema().columns().get(i).id()).toList();
    TableRows rows =
        new TableRows(
            reads,
            table,
            columns,
            ScanFilters.of(plan.predicates(), reads.evaluation()),
            plan.rowLimit());
    TableAccess access = reads.usesIndexes() ? plan.access() : plan.access().withoutIndex();
    PageStream stream = rows.open(access);
    batches = new PageBatches(stream, plan.types());
  }

  @Override
  protected @Nullable VectorBatch produce() {
    return requireNonNull(batches, "operator is not open").next();
  }

  @Override
  protected void release() {
    if (batches != null) {
      batches.close();
    }
  }
}
