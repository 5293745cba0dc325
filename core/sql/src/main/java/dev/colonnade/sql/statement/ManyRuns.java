package dev.colonnade.sql.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that can be run for many rows of parameters in one go. */
public interface ManyRuns {
  /**
   * Runs the statement once for each row of parameters. If it fails, the caller undoes its effects;
   * the row that failed is not reported.
   *
   * @return for each row of parameters the number of rows that it changed
   */
  long[] run(Execution execution, List<List<@Nullable Object>> rows);
}
