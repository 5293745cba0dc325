package dev.colonnade.sql.statement;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that is ready to run, any number of times and by any number of threads. */
public interface PreparedStatement {
  /** The columns of its rows; empty if it returns none. */
  default List<SqlColumn> columns() {
    return List.of();
  }

  default List<SqlType> parameterTypes() {
    return List.of();
  }

  /** Returns whether the plan stays valid as long as the catalog does not change. */
  default boolean isCacheable() {
    return false;
  }

  /** Returns the effect; a statement that locks or writes is complete when {@link #run} returns. */
  default Effect effect() {
    return Effect.READS;
  }

  /** Returns the properties of a COPY; null for every other statement. */
  default @Nullable CopyDescription copy() {
    return null;
  }

  /** The result, if it can be given without waiting for anything; null otherwise. */
  default @Nullable StatementResult tryRun(Execution execution) {
    return null;
  }

  /**
   * Returns whether an execution is short, apart from waits for locks and the disk: one row by its
   * key, and nothing but sums and casts to evaluate.
   */
  default boolean isShort() {
    return false;
  }

  /**
   * Runs it where it is {@linkplain #isShort short}: nothing is left to be read when this returns.
   * Null if it cannot be done so.
   */
  default @Nullable StatementResult runShort(Execution execution) {
    return run(execution);
  }

  /**
   * Returns the batch execution for many rows of parameters; null if the statement runs only once
   * for each.
   */
  default @Nullable ManyRuns manyRuns() {
    return null;
  }

  /**
   * Runs it. Of a statement that locks or writes, this may be called again after a failure with
   * SERIALIZATION_FAILURE, when its transaction has gone back.
   */
  StatementResult run(Execution execution);
}
