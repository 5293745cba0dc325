package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.run.InsertParameterRows;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.statement.BatchExecution;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch execution of an INSERT of one row of expressions into a table without references to itself:
 * the result of a row is independent of the other rows.
 */
public final class InsertBatchExecution implements BatchExecution {
  private final InsertParameterRows inserted;

  private InsertBatchExecution(InsertParameterRows inserted) {
    this.inserted = inserted;
  }

  /** Returns the batch execution of an INSERT; null if it has none. */
  public static @Nullable BatchExecution find(
      ModifyPlan.Insert plan, List<SqlType> parameterTypes) {
    boolean refersToItself =
        plan.table().descriptor().constraints().foreignKeys().stream()
            .anyMatch(key -> key.target().tableId() == plan.table().id());
    InsertParameterRows rows = InsertParameterRows.of(plan, parameterTypes);
    return rows == null || refersToItself || plan.conflict() != null || !plan.columns().isEmpty()
        ? null
        : new InsertBatchExecution(rows);
  }

  @Override
  public long[] execute(Execution execution, List<List<@Nullable Object>> parameters) {
    int count = parameters.size();
    StatementContext context = StatementContexts.of(execution, 0);
    List<@Nullable Object[]> rows =
        inserted.rows(
            count,
            index -> parameters.get(index).toArray(),
            inserted.allocate(count, context),
            context);
    StatementWrites writes = execution.transaction().writes();
    if (mayFailAtItsEnd(execution)) {
      writes.insertAll(inserted.plan().table(), rows, _ -> {});
    } else {
      List<RowChange> changes =
          rows.stream().<RowChange>map(row -> new RowChange.Insert(Arrays.asList(row))).toList();
      writes.write(inserted.plan().table(), changes);
    }
    long[] counts = new long[count];
    Arrays.fill(counts, 1);
    return counts;
  }

  /**
   * Returns whether concurrent inserts of the same keys may conflict at the commit, instead of
   * being waited for now.
   */
  private static boolean mayFailAtItsEnd(Execution execution) {
    return switch (execution.settings().show("transaction_isolation")) {
      case "serializable", "repeatable read" -> true;
      default -> false;
    };
  }
}
