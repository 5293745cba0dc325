package dev.colonnade.sql.statement;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Execution of a statement.
 *
 * @param parameters as the client gave them
 * @param notices of the execution
 * @param resources memory and temporary files that all queries share
 */
public record Execution(
    StatementTransaction transaction,
    List<@Nullable Object> parameters,
    Cancellation cancellation,
    SessionSettings settings,
    Notices notices,
    ExecutionResources resources) {
  /** Creates the execution of a statement without notices. */
  public Execution(
      StatementTransaction transaction,
      List<@Nullable Object> parameters,
      Cancellation cancellation,
      SessionSettings settings,
      ExecutionResources resources) {
    this(transaction, parameters, cancellation, settings, new Notices(), resources);
  }

  /** Returns the execution with other parameters. */
  public Execution with(List<@Nullable Object> others) {
    return new Execution(transaction, others, cancellation, settings, notices, resources);
  }
}
