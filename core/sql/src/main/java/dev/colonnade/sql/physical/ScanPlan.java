package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.system.SystemTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plan without inputs. */
public sealed interface ScanPlan extends PhysicalPlan {
  @Override
  default List<PhysicalPlan> inputs() {
    return List.of();
  }

  /**
   * Scan of a stored table or of one of its indexes.
   *
   * @param ordinals the columns to read, as positions in the table's schema, in the order of the
   *     output
   * @param predicates that all rows satisfy
   * @param rowLimit the maximum number of rows; 0 for all
   * @param point key of the only row; null if there may be several
   */
  record TableScan(
      Table table,
      TableAccess access,
      List<Integer> ordinals,
      List<ScanPredicate> predicates,
      long rowLimit,
      List<PlanColumn> columns,
      PlanEstimate estimate,
      @Nullable PointKey point)
      implements ScanPlan {
    public TableScan(
        Table table,
        TableAccess access,
        List<Integer> ordinals,
        List<ScanPredicate> predicates,
        long rowLimit,
        List<PlanColumn> columns,
        PlanEstimate estimate,
        @Nullable PointKey point) {
      this.table = requireNonNull(table, "table is null");
      this.access = requireNonNull(access, "access is null");
      this.ordinals = List.copyOf(ordinals);
      this.predicates = List.copyOf(predicates);
      this.rowLimit = rowLimit;
      this.columns = List.copyOf(columns);
      this.estimate = requireNonNull(estimate, "estimate is null");
      this.point = point;
    }

    /** Creates a scan of any number of rows. */
    public TableScan(
        Table table,
        TableAccess access,
        List<Integer> ordinals,
        List<ScanPredicate> predicates,
        long rowLimit,
        List<PlanColumn> columns,
        PlanEstimate estimate) {
      this(table, access, ordinals, predicates, rowLimit, columns, estimate, null);
    }

    /** Returns the scan as a point read. */
    public TableScan at(PointKey key) {
      return new TableScan(table, access, ordinals, predicates, rowLimit, columns, estimate, key);
    }
  }

  /**
   * Value for each column of a unique key: a scan of at most one row, which is read without opening
   * a scan where the values have an encoded key.
   *
   * @param index the unique index whose key is read; null for the primary key
   * @param values expressions without columns, in the order of the key
   */
  record PointKey(@Nullable TableIndex index, List<Expression> values) {
    public PointKey(@Nullable TableIndex index, List<Expression> values) {
      this.index = index;
      this.values = List.copyOf(values);
    }
  }

  /**
   * Scan of a table of the system catalog.
   *
   * @param ordinals positions in the table of the columns that are read
   * @param columns the columns that are read, in the order of their positions in {@code ordinals}
   */
  record SystemScan(
      SystemTable table, List<Integer> ordinals, List<PlanColumn> columns, PlanEstimate estimate)
      implements ScanPlan {
    public SystemScan {
      requireNonNull(table, "table is null");
      ordinals = List.copyOf(ordinals);
      columns = List.copyOf(columns);
      if (ordinals.size() != columns.size()) {
        throw new IllegalArgumentException(
            "ordinals=" + ordinals.size() + " columns=" + columns.size());
      }
    }
  }

  /**
   * Scan of the rows that a statement with changes in its WITH clause keeps under a name.
   *
   * @param name the name of WITH
   */
  record NamedRowsScan(String name, List<PlanColumn> columns, PlanEstimate estimate)
      implements ScanPlan {
    public NamedRowsScan {
      requireNonNull(name, "name is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Scan of a common table expression, which is computed once for all of its scans.
   *
   * @param plan of the common table expression; the same object in all of its scans
   */
  record CteScan(String name, PhysicalPlan plan, List<PlanColumn> columns, PlanEstimate estimate)
      implements ScanPlan {
    public CteScan {
      requireNonNull(name, "name is null");
      requireNonNull(plan, "plan is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Scan of the rows that the last round of a recursion added.
   *
   * @param id of the {@link SetPlan.RecursiveUnion}
   */
  record WorkingTableScan(int id, String name, List<PlanColumn> columns, PlanEstimate estimate)
      implements ScanPlan {
    public WorkingTableScan {
      requireNonNull(name, "name is null");
      columns = List.copyOf(columns);
    }
  }

  /** Rows of expressions without columns; one row without columns is {@code SELECT} alone. */
  record Values(List<List<Expression>> rows, List<PlanColumn> columns, PlanEstimate estimate)
      implements ScanPlan {
    public Values {
      rows = rows.stream().map(List::copyOf).toList();
      columns = List.copyOf(columns);
    }
  }
}
