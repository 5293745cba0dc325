package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.ConflictInsertOperator;
import dev.colonnade.sql.execute.modify.DeleteOperator;
import dev.colonnade.sql.execute.modify.InsertOperator;
import dev.colonnade.sql.execute.modify.LockRowsOperator;
import dev.colonnade.sql.execute.modify.MergeOperator;
import dev.colonnade.sql.execute.modify.UpdateOperator;
import dev.colonnade.sql.execute.modify.WithChangesOperator;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ModifyPlan.TableChange;
import dev.colonnade.sql.run.context.StatementContext;
import java.util.List;

/** Operators of statements that change or lock rows. */
final class ModifyOperators implements AutoCloseable {
  private final PlanOperators factory;
  private final QueryContext query;
  private final StatementContext context;
  private final StatementParts parts;

  ModifyOperators(
      PlanOperators factory, QueryContext query, StatementContext context, StatementParts parts) {
    this.factory = requireNonNull(factory, "factory is null");
    this.query = requireNonNull(query, "query is null");
    this.context = requireNonNull(context, "context is null");
    this.parts = requireNonNull(parts, "parts is null");
  }

  Operator create(ModifyPlan plan) {
    return switch (plan) {
      case TableChange change -> change(change, factory.create(change.source()));
      case ModifyPlan.LockRows lock ->
          new LockRowsOperator(
              query, factory.create(lock.source()), lock, context.transaction().locks());
      case ModifyPlan.WithChanges with -> with(with);
    };
  }

  private Operator change(TableChange plan, Operator source) {
    StatementWrites writes = context.transaction().writes();
    return switch (plan) {
      case ModifyPlan.Insert insert ->
          insert.conflict() == null
              ? new InsertOperator(query, source, insert, writes, context.sequences())
              : new ConflictInsertOperator(query, source, insert, writes, parts);
      case ModifyPlan.Update update -> new UpdateOperator(query, source, update, writes);
      case ModifyPlan.Delete delete -> new DeleteOperator(query, source, delete, writes);
      case ModifyPlan.Merge merge -> new MergeOperator(query, source, merge, writes);
    };
  }

  private Operator with(ModifyPlan.WithChanges plan) {
    List<Operator> items = plan.items().stream().map(item -> parts.create(item.part())).toList();
    return new WithChangesOperator(
        query,
        plan,
        items,
        parts.create(plan.body()),
        parts.names(),
        context.transaction().writes());
  }

  /** Frees what the operators of parts of the statement share. */
  @Override
  public void close() {
    parts.close();
  }
}
