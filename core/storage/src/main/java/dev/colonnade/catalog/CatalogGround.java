package dev.colonnade.catalog;

import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;

/** What the catalogue stands on: the commit pipeline, and the ranges in which rows are kept. */
public interface CatalogGround {
  /** Runs a command while no other commit is in flight, and returns when its write is durable. */
  <T> T exclusive(ExclusiveCommand<T> command);

  /**
   * Sees to it that nobody else changes the catalogue, transactions included, until the lease is
   * closed. Waits for those who do.
   */
  Lease lock();

  /** The right to change the catalogue. */
  @FunctionalInterface
  interface Lease extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Makes ranges end where {@code span} starts and ends, so that none of them reaches into it from
   * outside. Doing it twice is harmless.
   */
  void carve(KeySpan span);

  /**
   * As {@link #exclusive}, and removes with the same write everything within {@code span}, past
   * versions included; the figures of its ranges stay exact.
   */
  <T> T clear(KeySpan span, ExclusiveCommand<T> command);

  /**
   * Adds the entries of the rows that were in a table before an index was, and returns when there
   * is one for every row; UNIQUE_VIOLATION if that cannot be.
   */
  default void fill(Table table, int indexId) {
    throw new UnsupportedOperationException("there are no rows to fill an index with");
  }

  /**
   * Called within the exclusive command that makes {@code before} into {@code after}: throws if
   * that must not be, and adds to the command what has to change with it.
   */
  default void changing(ExclusiveContext context, CatalogSnapshot before, CatalogSnapshot after) {}
}
