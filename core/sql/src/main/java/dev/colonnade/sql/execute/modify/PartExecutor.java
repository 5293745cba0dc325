package dev.colonnade.sql.execute.modify;

import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Executor of parts of a statement that run for single rows. */
public interface PartExecutor {
  /** Returns the parameters of the statement, as the client gave them. */
  List<@Nullable Object> parameters();

  /**
   * Runs a part.
   *
   * @param parameters values, of the Java classes of their types
   * @return its first row in the internal representation; null if there is none
   */
  @Nullable Object @Nullable [] firstRow(StatementPart part, List<@Nullable Object> parameters);

  /**
   * Runs a part with the parameters of the statement.
   *
   * @param name of rows that the part reads
   * @param into receives all rows of the part
   */
  void run(StatementPart part, String name, NamedRows.Item rows, Consumer<VectorBatch> into);
}
