package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import java.util.concurrent.CompletableFuture;

/**
 * Attempt of a transaction whose requests return futures. Requests are executed in the order in
 * which they are sent; a request may be sent before the responses to earlier ones have arrived.
 * They see the rows at the transaction's snapshot and its own writes; gets and scans may lock the
 * rows that they return. A request that fails or is canceled fails the attempt: every later one is
 * refused, and nothing is committed.
 *
 * <p>Ends when the future of the work is complete ({@link AsyncClient#transact}). Thread-safe.
 */
public final class AsyncTransaction {
  private final TransactionAttempt rows;
  private final int attempt;

  AsyncTransaction(TransactionAttempt rows, int attempt) {
    this.rows = requireNonNull(rows, "rows is null");
    this.attempt = attempt;
  }

  /** Returns the number of this attempt, from 1. */
  public int attempt() {
    return attempt;
  }

  /**
   * Returns the rows of these keys, in their order and without keys that have no row, as a page
   * that the receiver closes. The key batch may be reused at once.
   */
  public CompletableFuture<ResultPage> get(GetBuilder get, KeyBatch keys) {
    return rows.rows().get(get, keys);
  }

  /**
   * Starts a scan, which may be read while other requests of the transaction follow: it does not
   * see their writes. The receiver closes it; it ends with the transaction.
   */
  public AsyncScan scan(ScanBuilder builder) {
    return rows.rows().scan(builder);
  }

  /**
   * Writes a batch, which must not be changed until the future is complete. Its rows become visible
   * with the commit; until then the result has the timestamp 0.
   */
  public CompletableFuture<WriteOk> write(WriteBatch batch) {
    return rows.rows().write(batch);
  }
}
