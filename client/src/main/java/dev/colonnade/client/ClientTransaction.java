package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Attempt of a transaction. Requests see the rows at its snapshot and its own writes; gets and
 * scans may lock the rows that they return. A request that fails fails the attempt: every later one
 * is refused.
 *
 * <p>One thread; ends with the work that received it ({@link ColonnadeClient#transact}).
 */
public final class ClientTransaction {
  private final RowRequests rows;
  private final Requests requests;
  private final int attempt;
  private @Nullable ClientException failure;
  private boolean isEnded;

  ClientTransaction(RowRequests rows, Requests requests, int attempt) {
    this.rows = requireNonNull(rows, "rows is null");
    this.requests = requireNonNull(requests, "requests is null");
    this.attempt = attempt;
  }

  /** Returns the number of this attempt, from 1. */
  public int attempt() {
    return attempt;
  }

  /** Returns the rows of these keys, in their order and without keys that have no row. */
  public ResultPage get(GetBuilder get, KeyBatch keys) {
    requireOpen();
    return await(rows.get(get, keys));
  }

  /**
   * Starts a scan, which may be read while other requests of the transaction follow: it does not
   * see their writes. The caller closes it; it ends with the transaction.
   */
  public ScanStream scan(ScanBuilder builder) {
    requireOpen();
    return new ScanStream(rows.scan(builder), this::await);
  }

  /**
   * Writes a batch. Its rows become visible with the commit; until then the result has the
   * timestamp 0. An expected timestamp of a mutation refers to committed rows.
   */
  public WriteOk write(WriteBatch batch) {
    requireOpen();
    return await(rows.write(batch));
  }

  /** Returns the failure of a request of this attempt; null if none has failed. */
  @Nullable ClientException failure() {
    return failure;
  }

  void end() {
    isEnded = true;
  }

  private void requireOpen() {
    if (isEnded) {
      throw new IllegalStateException("the transaction has ended");
    }
  }

  private <T> T await(CompletableFuture<T> future) {
    try {
      return requests.await(future);
    } catch (ClientException e) {
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }
}
