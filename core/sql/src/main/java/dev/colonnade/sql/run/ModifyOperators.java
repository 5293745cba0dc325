package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementTransaction;
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
import dev.colonnade.sql.execute.modify.row.SequenceAllocator;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ModifyPlan.TableChange;
import java.util.List;

/** Operators of statements that change or lock rows. */
final class ModifyOperators implements AutoCloseable {
  private final OperatorFactory factory;
  private final QueryContext query;
  private final StatementTransaction transaction;
  private final StatementParts parts;

  ModifyOperators(
      OperatorFactory factory,
      QueryContext query,
      StatementTransaction transaction,
      StatementParts parts) {
    this.factory = requireNonNull(factory, "factory is null");
    this.query = requireNonNull(query, "query is null");
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.parts = requireNonNull(parts, "parts is null");
  }

  Operator create(ModifyPlan plan) {
    return switch (plan) {
      case TableChange change -> change(change, factory.create(change.source()));
      case ModifyPlan.LockRows lock ->
          new LockRowsOperator(query, factory.create(lock.source()), lock, transaction.locks());
      case ModifyPlan.WithChanges with -> with(with);
    };
  }

  private Operator change(TableChange plan, Operator source) {
    StatementWrites writes = transaction.writes();
    return switch (plan) {
      case ModifyPlan.Insert insert ->
          insert.conflict() == null
              ? new InsertOperator(
                  query, source, insert, writes, allocator(query.evaluation().services()))
              : new ConflictInsertOperator(query, source, insert, writes, parts);
      case ModifyPlan.Update update -> new UpdateOperator(query, source, update, writes);
      case ModifyPlan.Delete delete -> new DeleteOperator(query, source, delete, writes);
      case ModifyPlan.Merge merge -> new MergeOperator(query, source, merge, writes);
    };
  }

  private Operator with(ModifyPlan.WithChanges plan) {
    List<Operator> items = plan.items().stream().map(item -> parts.create(item.part())).toList();
    return new WithChangesOperator(query, plan, items, parts.create(plan.body()), parts.names());
  }

  /** Returns the allocator of the sequences of the catalog. */
  static SequenceAllocator allocator(StatementServices services) {
    return (sequenceId, count) -> {
      StatementService found = services.find(SequenceService.class.getName());
      if (!(found instanceof SequenceService sequences)) {
        throw new IllegalStateException("statement has no sequences: id=" + sequenceId);
      }
      return sequences.allocate(sequenceId, count);
    };
  }

  /** Frees what the operators of parts of the statement share. */
  @Override
  public void close() {
    parts.close();
  }
}
