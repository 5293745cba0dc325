package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.sql.access.RowLockPolicy;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Logical plan of a statement that changes or locks rows: the root of a plan, or a part of {@link
 * WithChanges}. The columns of the source have a fixed order, as those of {@link ModifyPlan}, and
 * rules do not change it.
 */
public sealed interface LogicalChange extends LogicalPlan {
  @Override
  default List<Expression> expressions() {
    return List.of();
  }

  @Override
  default LogicalPlan withExpressions(List<Expression> others) {
    return this;
  }

  /** Change of one table by the rows of a source, whose last columns are returned. */
  sealed interface TableChange extends LogicalChange {
    LogicalPlan source();

    Table table();

    /** Returns the number of columns of the source in front of those of RETURNING. */
    int changeWidth();

    @Override
    default List<LogicalPlan> inputs() {
      return List.of(source());
    }

    @Override
    default List<Variable> columns() {
      List<Variable> all = source().columns();
      return all.subList(changeWidth(), all.size());
    }
  }

  /**
   * INSERT. The columns of the source are the values of {@code targets}, then one BOOLEAN for each
   * view check, then those of RETURNING.
   *
   * @param allocated columns that get values of sequences, allocated for all rows at once
   * @param checks names of the views whose CHECK OPTION the rows have to satisfy
   * @param conflict ON CONFLICT; null without
   */
  record Insert(
      LogicalPlan source,
      Table table,
      List<Column> targets,
      List<ModifyPlan.AllocatedColumn> allocated,
      List<String> checks,
      @Nullable Conflict conflict)
      implements TableChange {
    public Insert(
        LogicalPlan source,
        Table table,
        List<Column> targets,
        List<ModifyPlan.AllocatedColumn> allocated,
        List<String> checks,
        @Nullable Conflict conflict) {
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

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Insert(others.getFirst(), table, targets, allocated, checks, conflict);
    }

    /** Returns the insertion with changed plans of the parts of ON CONFLICT. */
    public Insert withConflictPlans(UnaryOperator<LogicalPlan> change) {
      return conflict == null
          ? this
          : new Insert(source, table, targets, allocated, checks, conflict.withPlans(change));
    }
  }

  /**
   * Part of a statement that is planned by itself.
   *
   * @param parameterTypes types of its parameters: those of the statement, then those that the
   *     operator provides
   */
  record Part(LogicalPlan plan, List<SqlType> parameterTypes) {
    public Part {
      requireNonNull(plan, "plan is null");
      parameterTypes = List.copyOf(parameterTypes);
    }

    private Part with(UnaryOperator<LogicalPlan> change) {
      return new Part(change.apply(plan), parameterTypes);
    }
  }

  /**
   * Query for the rows that are in conflict with proposed rows; see {@link ConflictPlan.Query}.
   *
   * @param one for one proposed row
   * @param many for many; null if there is no such plan
   */
  record ConflictQuery(Part one, @Nullable ConflictBatch many) {
    public ConflictQuery {
      requireNonNull(one, "one is null");
    }

    private List<LogicalPlan> plans() {
      return many == null ? List.of(one.plan()) : List.of(one.plan(), many.plan());
    }

    private ConflictQuery with(UnaryOperator<LogicalPlan> change) {
      return new ConflictQuery(
          one.with(change),
          many == null
              ? null
              : new ConflictBatch(
                  many.proposed(), many.types(), many.columns(), change.apply(many.plan())));
    }
  }

  /**
   * Query for the rows that are in conflict with many proposed rows.
   *
   * @param proposed rows that the plan joins: their numbers, then their values
   * @param types of the values
   * @param columns of the table that the first values are of
   * @param plan its first column is the number of the proposed row, and the others are those of the
   *     plan for one row
   */
  record ConflictBatch(
      LogicalSource.NamedRows proposed,
      List<SqlType> types,
      List<Column> columns,
      LogicalPlan plan) {
    public ConflictBatch {
      requireNonNull(proposed, "proposed is null");
      types = List.copyOf(types);
      columns = List.copyOf(columns);
      requireNonNull(plan, "plan is null");
    }
  }

  /** ON CONFLICT, as {@link ConflictPlan} describes it, with logical plans. */
  record Conflict(List<Arbiter> arbiters, @Nullable ConflictUpdate update) {
    public Conflict(List<Arbiter> arbiters, @Nullable ConflictUpdate update) {
      this.arbiters = List.copyOf(arbiters);
      this.update = update;
    }

    /** Returns the plans of all parts. */
    public List<LogicalPlan> plans() {
      List<LogicalPlan> plans = new ArrayList<>();
      arbiters.forEach(arbiter -> plans.addAll(arbiter.probe().plans()));
      if (update != null) {
        plans.addAll(update.rows().plans());
      }
      return plans;
    }

    private Conflict withPlans(UnaryOperator<LogicalPlan> change) {
      List<Arbiter> changed =
          arbiters.stream()
              .map(arbiter -> new Arbiter(arbiter.key(), arbiter.probe().with(change)))
              .toList();
      return new Conflict(
          changed, update == null ? null : update.withRows(update.rows().with(change)));
    }
  }

  /**
   * Unique key that detects conflicts.
   *
   * @param key its columns, expressions, predicate and name; its probe is a placeholder that the
   *     physical planner replaces by the plan of {@code probe}
   */
  record Arbiter(ConflictPlan.Arbiter key, ConflictQuery probe) {
    public Arbiter {
      requireNonNull(key, "key is null");
      requireNonNull(probe, "probe is null");
    }
  }

  /** DO UPDATE; see {@link ConflictPlan.Update}. */
  record ConflictUpdate(List<Column> assigned, boolean isSelective, ConflictQuery rows) {
    public ConflictUpdate {
      assigned = List.copyOf(assigned);
      requireNonNull(rows, "rows is null");
    }

    /** Returns this update with other rows. */
    public ConflictUpdate withRows(ConflictQuery other) {
      return new ConflictUpdate(assigned, isSelective, other);
    }
  }

  /**
   * UPDATE. The columns of the source are the key, the new values of {@code assigned}, then one
   * BOOLEAN for each view check, then those of RETURNING.
   */
  record Update(LogicalPlan source, Table table, List<Column> assigned, List<String> checks)
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

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Update(others.getFirst(), table, assigned, checks);
    }
  }

  /** DELETE. The first columns of the source are the key. */
  record Delete(LogicalPlan source, Table table) implements TableChange {
    public Delete {
      requireNonNull(source, "source is null");
      requireNonNull(table, "table is null");
    }

    @Override
    public int changeWidth() {
      return table.schema().primaryKey().size();
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Delete(others.getFirst(), table);
    }
  }

  /**
   * MERGE. The columns of the source are the key of the target row, the number of the branch, or
   * NULL for none, and the values of all branches.
   */
  record Merge(LogicalPlan source, Table table, List<ModifyPlan.Branch> branches)
      implements TableChange {
    public Merge {
      requireNonNull(source, "source is null");
      requireNonNull(table, "table is null");
      branches = List.copyOf(branches);
    }

    @Override
    public int changeWidth() {
      return source.columns().size();
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new Merge(others.getFirst(), table, branches);
    }
  }

  /**
   * Row locks of SELECT ... FOR UPDATE and its weaker forms. The columns of the source are those of
   * the query, then the keys of all targets.
   *
   * @param offset number of locked rows that are not returned; null for none
   * @param count number of rows after which no more are locked; null for all
   */
  record LockRows(
      LogicalPlan source,
      List<LockTarget> targets,
      @Nullable Expression offset,
      @Nullable Expression count)
      implements LogicalChange {
    public LockRows(
        LogicalPlan source,
        List<LockTarget> targets,
        @Nullable Expression offset,
        @Nullable Expression count) {
      this.source = requireNonNull(source, "source is null");
      this.targets = List.copyOf(targets);
      this.offset = offset;
      this.count = count;
    }

    @Override
    public List<Variable> columns() {
      List<Variable> all = source.columns();
      int keyWidth =
          targets.stream().mapToInt(target -> target.table().schema().primaryKey().size()).sum();
      return all.subList(0, all.size() - keyWidth);
    }

    @Override
    public List<LogicalPlan> inputs() {
      return List.of(source);
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      return new LockRows(others.getFirst(), targets, offset, count);
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

  /** Item of WITH: a query, or a change of a table with the rows of RETURNING. */
  record Item(String name, LogicalPlan plan) {
    public Item {
      requireNonNull(name, "name is null");
      requireNonNull(plan, "plan is null");
    }
  }

  /**
   * WITH of which an item changes rows: all parts read the rows from before; then the items write,
   * and the body at last. Plans read the items by {@link LogicalSource.NamedRows}.
   */
  record WithChanges(List<Item> items, LogicalPlan body) implements LogicalChange {
    public WithChanges {
      items = List.copyOf(items);
      requireNonNull(body, "body is null");
    }

    @Override
    public List<Variable> columns() {
      return body.columns();
    }

    /** Returns the plans of the items, then the body. */
    @Override
    public List<LogicalPlan> inputs() {
      List<LogicalPlan> all = new ArrayList<>();
      items.forEach(item -> all.add(item.plan()));
      all.add(body);
      return all;
    }

    @Override
    public LogicalPlan withInputs(List<LogicalPlan> others) {
      List<Item> changed = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        changed.add(new Item(items.get(i).name(), others.get(i)));
      }
      return new WithChanges(changed, others.getLast());
    }
  }
}
