package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a table scan, for one operator or for those of several workers, each of which reads some
 * of the pages. Thread-safe.
 */
public final class SharedScan implements AutoCloseable {
  private final ScanPlan.TableScan plan;
  private final TableReads reads;
  private final List<ColumnFilter> filters;
  private @Nullable PageBatches batches;

  /** Batches of an ordered scan, which has one reader; null of other scans. */
  private @Nullable OrderedLookupBatches ordered;

  /**
   * Creates a scan.
   *
   * @param filters of columns of its rows, beside the predicates of the plan; scans may ignore them
   */
  public SharedScan(ScanPlan.TableScan plan, TableReads reads, List<ColumnFilter> filters) {
    this.plan = requireNonNull(plan, "plan is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.filters = List.copyOf(filters);
  }

  /**
   * Opens the scan on the thread of the statement, before workers read it. Only the first call has
   * an effect.
   */
  public void open() {
    if (batches != null || ordered != null) {
      return;
    }
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
    if (TableRows.isOrderedLookup(access)) {
      ordered = rows.ordered(access, plan.types());
    } else {
      batches = new PageBatches(rows.open(access), plan.types(), filters);
    }
  }

  /** Returns the next rows, also none; null after the last. */
  @Nullable VectorBatch next() {
    return ordered == null ? requireNonNull(batches, "scan is not open").next() : ordered.next();
  }

  /** Ends the scan. Idempotent. */
  @Override
  public void close() {
    if (batches != null) {
      batches.close();
    }
    if (ordered != null) {
      ordered.close();
    }
  }
}
