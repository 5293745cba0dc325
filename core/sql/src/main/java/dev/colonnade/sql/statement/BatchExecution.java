package dev.colonnade.sql.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Execution of a statement for many rows of parameters at once. */
@FunctionalInterface
public interface BatchExecution {
  /**
   * Executes the statement once for each row of parameters. If it fails, the caller undoes its
   * effects; the row that failed is not reported.
   *
   * @return for each row of parameters the number of rows that it changed; null, and nothing was
   *     written, if they have to be executed one after the other
   */
  long @Nullable [] execute(Execution execution, List<List<@Nullable Object>> rows);
}
