package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;

/**
 * Attempt of a transaction. Requests see the rows at its snapshot and its own writes; gets and
 * scans may lock the rows that they return. A request that fails fails the attempt: every later one
 * is refused, and nothing is committed.
 *
 * <p>One thread; ends with the work that received it ({@link ColonnadeClient#transact}).
 */
public final class ClientTransaction {
  private final TransactionAttempt rows;
  private final int attempt;

  ClientTransaction(TransactionAttempt rows, int attempt) {
    this.rows = requireNonNull(rows, "rows is null");
    this.attempt = attempt;
  }

  /** Returns the number of this attempt, from 1. */
  public int attempt() {
    return attempt;
  }

  /** Returns the rows of these keys, in their order and without keys that have no row. */
  public ResultPage get(GetBuilder get, KeyBatch keys) {
    return rows.await(rows.rows().get(get, keys));
  }

  /**
   * Starts a scan, which may be read while other requests of the transaction follow: it does not
   * see their writes. The caller closes it; it ends with the transaction.
   */
  public ScanStream scan(ScanBuilder builder) {
    return new ScanStream(rows.rows().scan(builder), rows::await);
  }

  /**
   * Writes a batch. Its rows become visible with the commit; until then the result has the
   * timestamp 0. An expected timestamp of a mutation refers to committed rows.
   */
  public WriteOk write(WriteBatch batch) {
    return rows.await(rows.rows().write(batch));
  }
}
