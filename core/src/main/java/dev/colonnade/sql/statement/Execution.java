package dev.colonnade.sql.statement;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement.
 *
 * @param parameters as the user gave them
 */
public record Execution(
    StatementTransaction transaction,
    List<@Nullable Object> parameters,
    Cancellation cancellation,
    SessionSettings settings) {
  /** The same with other parameters. */
  Execution with(List<@Nullable Object> others) {
    return new Execution(transaction, others, cancellation, settings);
  }
}
