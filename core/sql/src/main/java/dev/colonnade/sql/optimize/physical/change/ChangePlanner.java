package dev.colonnade.sql.optimize.physical.change;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.registry.type.SqlTypes;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planner of statements that change or lock rows. One thread. */
public final class ChangePlanner {
  private final Translation translation;

  public ChangePlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
  }

  /** Returns the physical plan of a change. */
  public PlannedRows plan(LogicalChange change) {
    PhysicalPlan plan =
        switch (change) {
          case LogicalChange.Insert insert ->
              new ModifyPlan.Insert(
                  exact(insert.source()),
                  insert.table(),
                  insert.targets(),
                  insert.allocated(),
                  insert.checks(),
                  conflict(insert));
          case LogicalChange.Update update ->
              new ModifyPlan.Update(
                  exact(update.source()), update.table(), update.assigned(), update.checks());
          case LogicalChange.Delete delete ->
              new ModifyPlan.Delete(exact(delete.source()), delete.table());
          case LogicalChange.Merge merge ->
              new ModifyPlan.Merge(exact(merge.source()), merge.table(), merge.branches());
          case LogicalChange.LockRows lock -> lock(lock);
          case LogicalChange.WithChanges with -> with(with);
        };
    return PlannedRows.of(plan, change.columns());
  }

  /** Returns a plan with exactly the columns of the logical plan, in their order. */
  private PhysicalPlan exact(LogicalPlan plan) {
    if (plan instanceof LogicalChange) {
      return translation.inputs().plan(plan, Goal.ALL).plan();
    }
    List<Variable> columns = plan.columns();
    PlannedRows rows = translation.inputs().plan(plan, Goal.ALL.readingOnly(columns));
    return Projections.arranged(rows, columns).plan();
  }

  private @Nullable ConflictPlan conflict(LogicalChange.Insert insert) {
    LogicalChange.Conflict conflict = insert.conflict();
    if (conflict == null) {
      return null;
    }
    ConflictQueryPlanner queries = new ConflictQueryPlanner(translation, insert, this::part);
    List<ConflictPlan.Arbiter> arbiters = new ArrayList<>();
    for (LogicalChange.Arbiter arbiter : conflict.arbiters()) {
      ConflictPlan.Arbiter key = arbiter.key();
      arbiters.add(
          new ConflictPlan.Arbiter(
              key.columns(),
              key.expressions(),
              key.predicate(),
              key.indexName(),
              key.nullsDistinct(),
              queries.plan(arbiter.probe())));
    }
    LogicalChange.ConflictUpdate update = conflict.update();
    return new ConflictPlan(
        arbiters,
        update == null
            ? null
            : new ConflictPlan.Update(
                update.assigned(), update.isSelective(), queries.plan(update.rows())));
  }

  private StatementPart part(LogicalPlan plan, List<SqlType> parameterTypes) {
    return new StatementPart(exact(plan), parameterTypes);
  }

  private PhysicalPlan lock(LogicalChange.LockRows lock) {
    List<ModifyPlan.LockTarget> targets = new ArrayList<>();
    for (LogicalChange.LockTarget target : lock.targets()) {
      targets.add(new ModifyPlan.LockTarget(target.table(), target.strength(), target.onLocked()));
    }
    return new ModifyPlan.LockRows(
        exact(lock.source()), targets, constant(lock.offset()), constant(lock.count()));
  }

  private @Nullable Expression constant(@Nullable Expression expression) {
    return expression == null
        ? null
        : translation.expressions().translate(expression, InputColumns.NONE);
  }

  private PhysicalPlan with(LogicalChange.WithChanges with) {
    List<SqlType> parameters = SqlTypes.of(translation.context().parameterTypes());
    List<ModifyPlan.Item> items = new ArrayList<>();
    for (LogicalChange.Item item : with.items()) {
      items.add(new ModifyPlan.Item(item.name(), part(item.plan(), parameters)));
    }
    return new ModifyPlan.WithChanges(items, part(with.body(), parameters));
  }
}
