package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.restore.RestoreSource;
import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;

/**
 * RESTORE DATABASE: creates a database with all that it has in a backup. It is a transaction by
 * itself.
 */
final class RestoreDatabaseStatement implements PreparedStatement {
  private final RestoreSource source;
  private final String name;
  private final String newName;

  RestoreDatabaseStatement(RestoreSource source, String name, String newName) {
    this.source = requireNonNull(source, "source is null");
    this.name = requireNonNull(name, "name is null");
    this.newName = requireNonNull(newName, "newName is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public void requirePrivileges(StatementTransaction transaction) {
    RestoreStatement.requireSuperuser(transaction);
  }

  @Override
  public StatementResult run(Execution execution) {
    TransactionBlocks.refuse(execution, "RESTORE DATABASE");
    requirePrivileges(execution.transaction());
    SessionInformation session = execution.transaction().session();
    String warning =
        session
            .progress()
            .call(
                () ->
                    session
                        .restores()
                        .restoreDatabase(source, name, newName, execution.cancellation()::check));
    if (warning != null) {
      execution.notices().warn(warning);
    }
    return StatementResult.changed("RESTORE DATABASE", 0);
  }
}
