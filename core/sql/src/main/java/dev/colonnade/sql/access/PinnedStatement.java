package dev.colonnade.sql.access;

/**
 * A statement whose reads stay at its moment, also while other statements of its transaction follow
 * and write: a query whose rows are fetched little by little. Close it when nothing more is read.
 */
public interface PinnedStatement extends StatementTransaction, AutoCloseable {
  @Override
  void close();
}
