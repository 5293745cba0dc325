package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * RESTORE TABLE: inserts the rows that a table has in a backup, as COPY FROM would, in the
 * transaction of the statement. Sequences of the table's columns continue behind the values of its
 * rows, so that none is returned again.
 */
final class RestoreStatement implements PreparedStatement {
  private static final int BATCH_ROWS = 2_000;

  private final PreparedStatement inserts;
  private final Table table;
  private final Backups.Source source;

  /**
   * Creates the statement.
   *
   * @param inserts COPY of the columns of {@code source} from a batch of rows
   */
  RestoreStatement(PreparedStatement inserts, Table table, Backups.Source source) {
    this.inserts = requireNonNull(inserts, "inserts is null");
    this.table = requireNonNull(table, "table is null");
    this.source = requireNonNull(source, "source is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public void requirePrivileges(StatementTransaction transaction) {
    requireSuperuser(transaction);
    inserts.requirePrivileges(transaction);
  }

  /** Throws INSUFFICIENT_PRIVILEGE: a backup has the rows of all roles. */
  static void requireSuperuser(StatementTransaction transaction) {
    if (!transaction.names().privileges().isSuperuser()) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "must be superuser to restore from a backup");
    }
  }

  @Override
  public StatementResult run(Execution execution) {
    requirePrivileges(execution.transaction());
    OwnedSequences sequences = OwnedSequences.of(table, source.columns(), execution);
    long count = 0;
    try (CommandProgress progress =
            execution
                .transaction()
                .session()
                .progress()
                .begin(ProgressCommand.COPY_FROM_FILE, table.id());
        Backups.Rows rows =
            execution
                .transaction()
                .session()
                .restores()
                .open(source, execution.cancellation()::check)) {
      for (List<@Nullable Object[]> next = rows.next(BATCH_ROWS);
          !next.isEmpty();
          next = rows.next(BATCH_ROWS)) {
        execution.cancellation().check();
        CopyBatch batch = new CopyBatch(new CopyValueRows(next));
        inserts.run(execution.with(List.of(batch)));
        next.forEach(sequences::add);
        count += next.size();
        progress.set(ProgressCounter.ROWS_DONE, count);
        Failpoint.RESTORE_AFTER_ROWS.pass();
      }
    }
    sequences.advance();
    return StatementResult.changed("RESTORE", count);
  }
}
