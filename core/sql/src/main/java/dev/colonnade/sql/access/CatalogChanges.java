package dev.colonnade.sql.access;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import java.util.function.Function;

/** Changes of the catalog by one statement, and of the ranges of its tables. One thread. */
public interface CatalogChanges {
  /** Changes the catalog with the transaction, in any number of steps; returns their result. */
  <T> T alter(Function<CatalogEdit, T> steps);

  /**
   * Changes the catalog outside of the transaction, which must not have changed anything.
   *
   * @throws dev.colonnade.error.ColonnadeException ACTIVE_TRANSACTION if it has
   */
  <T> T define(Function<CatalogOperations, T> change);

  /**
   * Creates an index at once, after a wait for the transactions that have written to the table. The
   * transaction has changed nothing before.
   *
   * @param beside whether other writers go on during the wait
   */
  void createIndex(Table table, String name, Index.Definition definition, boolean beside);

  /**
   * Stores the rows of a table under its new primary key, outside of the transaction, which must
   * not have changed anything.
   *
   * @return false if a transaction that has written to the table continues; then nothing is changed
   */
  boolean moveToPrimaryKey(Table table, String keyName, List<KeyColumn> key);

  /**
   * Stores the rows of a table under a hidden key, outside of the transaction: the primary key
   * becomes an index, and statements see the same table before and after.
   *
   * @param sequenceName name of the sequence of the hidden key
   * @return false if this transaction has changed the table, or another one that has written to it
   *     continues; then nothing is changed
   */
  boolean moveToHiddenKey(Table table, String sequenceName);

  /**
   * Changes the definition of a sequence: at once if the transaction has created it or the
   * statement is not in a transaction block, otherwise when the transaction commits.
   */
  void alterSequence(long sequenceId, SequenceChange change);

  /**
   * Removes all rows of some tables at once, if the transaction has no other statement.
   *
   * @return whether it did; otherwise nothing is done
   */
  boolean truncate(List<Table> tables);

  /** Sets the maximum size of a table's ranges, effective at once; 0 restores the default. */
  void limitRanges(Table table, long maxBytes);

  /** Splits ranges of a table at some keys, at once and permanently. */
  void splitAt(Table table, List<Key> keys);
}
