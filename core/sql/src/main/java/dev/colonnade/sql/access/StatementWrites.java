package dev.colonnade.sql.access;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Changes of rows by one statement. One thread. */
public interface StatementWrites {
  /**
   * Makes all these changes or none of them, when the transaction commits.
   *
   * @param changes may be read more than once, before this method returns
   * @throws dev.colonnade.error.ColonnadeException SERIALIZATION_FAILURE if a row was changed after
   *     the statement's snapshot; UNIQUE_VIOLATION and others
   * @return the number of rows that were inserted, updated or deleted
   */
  long write(Table table, Iterable<RowChange> changes);

  /** Announces that about so many rows will be locked and written. */
  default void expectRows(Table table, long count) {}

  /**
   * Deletes all rows that a table has at the commit, if they can be deleted together. The statement
   * does nothing else, and {@link SessionTransaction#deletedRows} is the number of rows.
   *
   * @param count number of rows that the statement sees
   * @return false, and nothing is done, if the rows have to be deleted one by one
   */
  default boolean deleteAll(Table table, long count) {
    return false;
  }

  /**
   * Variant of {@link #write} for a statement that does nothing else: a statement outside of a
   * transaction block may be committed with it.
   */
  default long writeAlone(Table table, Iterable<RowChange> changes) {
    return write(table, changes);
  }

  /**
   * Runs several changes of one statement: constraints between tables are checked after the last
   * one, in PostgreSQL's way.
   */
  default void together(Runnable changes) {
    changes.run();
  }

  /**
   * Writes the entries of all rows that the statement sees in a new index of a table that is
   * locked.
   *
   * @throws dev.colonnade.error.ColonnadeException UNIQUE_VIOLATION if two rows have the same key
   */
  void addEntries(Table table, String indexName);

  /**
   * Throws the violation of a row's NOT NULL and CHECK constraints, without writing the row.
   *
   * @param row values of all columns in the order of the schema
   * @throws dev.colonnade.error.ColonnadeException NOT_NULL_VIOLATION, CHECK_VIOLATION
   */
  void requireConstraints(Table table, @Nullable Object[] row);

  /**
   * Inserts many rows, none of which may exist. The rows are not locked: of two transactions that
   * insert the same key, the first to commit wins.
   *
   * @param rows values of all columns in the order of the schema; not used afterwards
   * @param atRow receives the index of the row that is processed, and of the row that is wrong; the
   *     row count stands for any of them
   * @return the number of rows
   */
  long insertAll(Table table, List<@Nullable Object[]> rows, IntConsumer atRow);

  /**
   * Inserts rows as {@link #insertAll} does, without an object for each value.
   *
   * @param locking whether the rows are locked
   * @return false, and nothing is done, if the table or a row needs more than that, or a row cannot
   *     be inserted
   */
  boolean insertStored(Table table, EncodedRowSource rows, InsertLocking locking);
}
