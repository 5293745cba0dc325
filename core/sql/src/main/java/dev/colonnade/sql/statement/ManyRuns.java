package dev.colonnade.sql.statement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that can be run for many rows of parameters in one go. */
public interface ManyRuns {
  /**
   * Runs it as if for one row of parameters after the other. If it fails, who calls has to undo
   * what it has done, and does not know for which row it was.
   *
   * @return for each row of parameters how many rows it changed
   */
  long[] run(Execution execution, List<List<@Nullable Object>> rows);
}
