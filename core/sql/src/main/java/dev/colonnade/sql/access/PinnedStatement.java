package dev.colonnade.sql.access;

/**
 * Statement with a pinned snapshot, which stays the same while later statements of the transaction
 * write: a query whose rows are fetched through a cursor. To be closed after the last read.
 */
public interface PinnedStatement extends StatementTransaction, AutoCloseable {
  @Override
  void close();
}
