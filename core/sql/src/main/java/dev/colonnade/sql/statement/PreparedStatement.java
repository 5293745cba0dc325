package dev.colonnade.sql.statement;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that is ready to run, any number of times and by any number of threads. */
public interface PreparedStatement {
  /** The columns of its rows; empty if it returns none. */
  default List<SqlColumn> columns() {
    return List.of();
  }

  /**
   * Returns the keys of tables behind the columns of the rows that {@link #run} returns; null if
   * the statement is not the query of a cursor.
   */
  default @Nullable CursorKeys cursorKeys() {
    return null;
  }

  default List<SqlType> parameterTypes() {
    return List.of();
  }

  /** Returns whether the plan stays valid as long as the catalog does not change. */
  default boolean isCacheable() {
    return false;
  }

  /** Returns whether the value of a literal, such as 'now', depends on the time. */
  default boolean readsClock() {
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

  /** Throws INSUFFICIENT_PRIVILEGE if an execution would, before a COPY accepts its rows. */
  default void requirePrivileges(StatementTransaction transaction) {}

  /**
   * Returns whether an execution may block or take long. If not, it takes few steps, and may be
   * attempted where blocking is not allowed: it throws {@link
   * dev.colonnade.mvcc.WouldBlockException} where it has to wait after all.
   */
  default boolean mayBlock() {
    return true;
  }

  /**
   * Returns the execution for many rows of parameters at once; null if the statement is executed
   * once for each.
   */
  default @Nullable BatchExecution batchExecution() {
    return null;
  }

  /**
   * Returns the expression that is all that the statement evaluates, for its only column; null if
   * there is more to do.
   */
  default @Nullable ParameterExpression expression() {
    return null;
  }

  /** Returns the lines of the plan as EXPLAIN shows them; empty if there is none. */
  default List<String> explain(CatalogSnapshot catalog) {
    return List.of();
  }

  /**
   * Runs it. Of a statement that locks or writes, this may be called again after a failure with
   * SERIALIZATION_FAILURE, when its transaction has gone back.
   */
  StatementResult run(Execution execution);
}
