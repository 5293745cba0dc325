package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a statement that changes or locks rows. It is the root of a plan, or a part of {@link
 * WithChanges}.
 */
public sealed interface ModifyPlan extends PhysicalPlan {
  /** Change of the rows of one table by the rows of a source. The last columns are returned. */
  sealed interface TableChange extends ModifyPlan {
    PhysicalPlan source();

    Table table();

    /** Returns the number of columns of the source in front of those of RETURNING. */
    int changeWidth();

    @Override
    default List<PlanColumn> columns() {
      List<PlanColumn> all = source().columns();
      return all.subList(changeWidth(), all.size());
    }

    @Override
    default PlanEstimate estimate() {
      return source().estimate();
    }

    @Override
    default List<PhysicalPlan> inputs() {
      return List.of(source());
    }

    /** Returns whether several rows of the source may have the same key. */
    default boolean mayRepeatKeys() {
      PhysicalPlan plan = source();
      while (plan instanceof RowPlan row && !(row instanceof RowPlan.Unnest)) {
        plan = row.input();
      }
      return !(plan instanceof ScanPlan.TableScan);
    }
  }

  /**
   * INSERT. The columns of the source are the values of {@code targets}, then one BOOLEAN for each
   * view check.
   *
   * @param allocated columns that get values of sequences, allocated for all rows at once
   * @param checks names of the views whose CHECK OPTION the rows have to satisfy
   * @param conflict ON CONFLICT; null without
   */
  record Insert(
      PhysicalPlan source,
      Table table,
      List<Column> targets,
      List<AllocatedColumn> allocated,
      List<String> checks,
      @Nullable ConflictPlan conflict)
      implements TableChange {
    public Insert(
        PhysicalPlan source,
        Table table,
        List<Column> targets,
        List<AllocatedColumn> allocated,
        List<String> checks,
        @Nullable ConflictPlan conflict) {
      this.source = requireNonNull(source, "source is null");
      this.table = requireNonNull(table, "table is null");
      this.targets = List.copyOf(targets);
      this.allocated = List.copyOf(allocated);
      this.checks = List.copyOf(checks);
      this.conflict = conflict;
    }

    @Override
    public int changeWidth() {
      return targets.size() + checks.size();
    }

    /** Returns the columns; rows of two plans are returned in the default representation. */
    @Override
    public List<PlanColumn> columns() {
      List<PlanColumn> columns = TableChange.super.columns();
      return conflict == null || conflict.update() == null
          ? columns
          : columns.stream()
              .map(column -> new PlanColumn(column.name(), VectorType.of(column.type().kind())))
              .toList();
    }
  }

  /**
   * Column of an INSERT with the next value of a sequence.
   *
   * @param ordinal position in the schema of the table
   * @param sequenceId id of the sequence in the catalog
   */
  record AllocatedColumn(Column column, int ordinal, int sequenceId) {
    public AllocatedColumn {
      requireNonNull(column, "column is null");
    }
  }

  /**
   * UPDATE. The columns of the source are the key, the new values of {@code assigned}, then one
   * BOOLEAN for each view check.
   *
   * @param checks names of the views whose CHECK OPTION the rows have to satisfy
   */
  record Update(PhysicalPlan source, Table table, List<Column> assigned, List<String> checks)
      implements TableChange {
    public Update {
      requireNonNull(source, "source is null");
      requireNonNull(table, "table is null");
      assigned = List.copyOf(assigned);
      checks = List.copyOf(checks);
    }

    @Override
    public int changeWidth() {
      return table.schema().primaryKey().size() + assigned.size() + checks.size();
    }
  }

  /** DELETE. The first columns of the source are the key. */
  record Delete(PhysicalPlan source, Table table) implements TableChange {
    public Delete {
      requireNonNull(source, "source is null");
      requireNonNull(table, "table is null");
    }

    /** Returns whether the source has all rows of the table, and none is returned. */
    public boolean isOfAllRows() {
      return source instanceof ScanPlan.TableScan scan
          && scan.access().index() == null
          && scan.predicates().isEmpty()
          && scan.rowLimit() == 0
          && scan.point() == null
          && columns().isEmpty();
    }

    @Override
    public int changeWidth() {
      return table.schema().primaryKey().size();
    }
  }

  /**
   * MERGE. The columns of the source are the key of the target row, the number of the branch, or
   * NULL for none, and the values of all branches.
   */
  record Merge(PhysicalPlan source, Table table, List<Branch> branches) implements TableChange {
    public Merge {
      requireNonNull(source, "source is null");
      requireNonNull(table, "table is null");
      branches = List.copyOf(branches);
    }

    @Override
    public int changeWidth() {
      return source.columns().size();
    }
  }

  /** Actions of the branches of a MERGE. */
  enum MergeAction {
    NOTHING,
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * Branch of a MERGE.
   *
   * @param columns that get values
   */
  record Branch(MergeAction action, List<Column> columns) {
    public Branch {
      requireNonNull(action, "action is null");
      columns = List.copyOf(columns);
    }
  }

  /**
   * Row locks of SELECT ... FOR UPDATE and its weaker forms. The columns of the source are those of
   * the query, then the keys of all targets. Rows that are gone or skipped are not returned.
   *
   * @param offset number of locked rows that are not returned, an expression without columns; null
   *     for none
   * @param limit number of rows after which no more are locked; null for all
   */
  record LockRows(
      PhysicalPlan source,
      List<LockTarget> targets,
      @Nullable Expression offset,
      @Nullable Expression limit)
      implements ModifyPlan {
    public LockRows(
        PhysicalPlan source,
        List<LockTarget> targets,
        @Nullable Expression offset,
        @Nullable Expression limit) {
      this.source = requireNonNull(source, "source is null");
      this.targets = List.copyOf(targets);
      this.offset = offset;
      this.limit = limit;
    }

    @Override
    public List<PlanColumn> columns() {
      int keyWidth =
          targets.stream().mapToInt(target -> target.table().schema().primaryKey().size()).sum();
      return source.columns().subList(0, source.columns().size() - keyWidth);
    }

    @Override
    public PlanEstimate estimate() {
      return source.estimate();
    }

    @Override
    public List<PhysicalPlan> inputs() {
      return List.of(source);
    }
  }

  /** Table whose rows are locked. */
  record LockTarget(Table table, LockStrength strength, RowLockPolicy onLocked) {
    public LockTarget {
      requireNonNull(table, "table is null");
      requireNonNull(strength, "strength is null");
      requireNonNull(onLocked, "onLocked is null");
    }
  }

  /**
   * WITH of which an item changes rows: all parts read the rows from before; then the items write,
   * and the body at last.
   */
  record WithChanges(List<Item> items, StatementPart body) implements ModifyPlan {
    public WithChanges {
      items = List.copyOf(items);
      requireNonNull(body, "body is null");
    }

    @Override
    public List<PlanColumn> columns() {
      return body.plan().columns();
    }

    @Override
    public PlanEstimate estimate() {
      return body.plan().estimate();
    }

    @Override
    public List<PhysicalPlan> inputs() {
      List<PhysicalPlan> plans = new ArrayList<>();
      items.forEach(item -> plans.add(item.part().plan()));
      plans.add(body.plan());
      return plans;
    }
  }

  /** Item of WITH: a query, or a change of a table with the rows of RETURNING. */
  record Item(String name, StatementPart part) {
    public Item {
      requireNonNull(name, "name is null");
      requireNonNull(part, "part is null");
    }
  }
}
