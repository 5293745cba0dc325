package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.ConnectionSource;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.request.Idempotency;
import dev.colonnade.client.request.RequestRunner;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResumeReason;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Requests for rows, on shared connections or on that of a transaction. Thread-safe. */
final class RowRequests {
  /**
   * Connections and the requests on them.
   *
   * @param pool pool whose clock and threads are used
   * @param source source of the connection of a request
   */
  record Connections(ConnectionPool pool, ConnectionSource source, Requests requests) {
    Connections {
      requireNonNull(pool, "pool is null");
      requireNonNull(source, "source is null");
      requireNonNull(requests, "requests is null");
    }
  }

  private final Connections connections;
  private final PageDecoders decoders;

  /** Receives the failure of each request before its future is complete. */
  private final Consumer<ClientException> failures;

  /** Idempotency of gets. */
  private final Idempotency gets;

  /** Idempotency of writes. */
  private final Idempotency writes;

  private RowRequests(
      Connections connections,
      PageDecoders decoders,
      Consumer<ClientException> failures,
      boolean isShared) {
    this.connections = requireNonNull(connections, "connections is null");
    this.decoders = requireNonNull(decoders, "decoders is null");
    this.failures = requireNonNull(failures, "failures is null");
    this.gets = isShared ? Idempotency.READ : Idempotency.ALLOCATE;
    this.writes = isShared ? Idempotency.CHANGE : Idempotency.ALLOCATE;
  }

  /** Returns requests that are distributed over the connections of a pool, and retried. */
  static RowRequests shared(ConnectionPool pool, Requests requests, PageDecoders decoders) {
    return new RowRequests(new Connections(pool, pool, requests), decoders, ignored -> {}, true);
  }

  /**
   * Returns the requests of a transaction. They are not retried one by one: a failure fails the
   * transaction, of which nothing remains.
   *
   * @param failures receives the failure of each request before its future is complete
   */
  static RowRequests inTransaction(
      Connections connections, PageDecoders decoders, Consumer<ClientException> failures) {
    return new RowRequests(connections, decoders, failures, false);
  }

  /** Writes a batch, which must not be changed until the future is complete. */
  CompletableFuture<WriteOk> write(WriteBatch batch) {
    ByteBuf retained = batch.retain();
    CompletableFuture<WriteOk> written =
        connections.requests().run(batch::toRequest, writes, WriteOk.class, it -> it);
    CompletableFuture<WriteOk> released = new CompletableFuture<>();
    var unused =
        written.whenComplete(
            (ok, failure) -> {
              // First: a caller that receives the response may reuse the batch at once.
              retained.release();
              if (failure != null) {
                released.completeExceptionally(reported(failure));
              } else {
                released.complete(ok);
              }
            });
    Requests.cancelWith(released, written);
    return released;
  }

  /** Returns the rows of these keys as a page that the receiver closes. */
  CompletableFuture<ResultPage> get(GetBuilder get, KeyBatch keys) {
    int keyCount = keys.size();
    Bytes tuples = keys.toBytes();
    CompletableFuture<Response> answer =
        connections.requests().run(() -> get.toRequest(keyCount, tuples), gets);
    CompletableFuture<ResultPage> page = new CompletableFuture<>();
    var unused =
        answer.whenComplete(
            (response, failure) -> {
              if (failure != null) {
                page.completeExceptionally(reported(failure));
              } else {
                decode(get, response, page);
              }
            });
    Requests.cancelWith(page, answer);
    return page;
  }

  /** Starts a scan, which the receiver closes. */
  AsyncScan scan(ScanBuilder builder) {
    ConnectionPool pool = connections.pool();
    ConnectionSource source = connections.source();
    TableDescription table = builder.description();
    Scan request = builder.toRequest();
    requireLibrary(request.page().compression());
    AsyncScan scan =
        new AsyncScan(
            new AsyncScan.Connections(pool, source, source == pool, failures),
            request,
            builder.deadlineNanos(pool.nowNanos()),
            head -> decoders.decoder(head, table, request.selection().columnIds()));
    scan.start();
    return scan;
  }

  private void decode(GetBuilder get, Response response, CompletableFuture<ResultPage> page) {
    if (!(response instanceof GetRows rows)) {
      response.release();
      page.completeExceptionally(reported(Requests.mismatch(GetRows.class, response)));
      return;
    }
    CompletableFuture<PageDecoder> decoder =
        get.heads()
            .find(rows.head())
            .map(CompletableFuture::completedFuture)
            .orElseGet(() -> decoders.decoder(rows.head(), get.description(), get.columnIds()));
    var unused =
        decoder.whenComplete(
            (ready, failure) -> {
              if (failure != null) {
                rows.release();
                page.completeExceptionally(reported(failure));
              } else {
                get.heads().put(rows.head(), ready);
                complete(page, ready, rows);
              }
            });
  }

  private void complete(CompletableFuture<ResultPage> page, PageDecoder decoder, GetRows rows) {
    try {
      PageInfo info = new PageInfo(rows.rowCount(), ResumeReason.END, Bytes.EMPTY, rows.usage());
      ResultPage result = decoder.decode(info, rows.payload());
      if (!page.complete(result)) {
        result.close();
      }
    } catch (RuntimeException refused) {
      page.completeExceptionally(reported(PageDecoders.undecodable(refused)));
    }
  }

  /** Reports the failure of a request and returns it. */
  private ClientException reported(Throwable failure) {
    ClientException reason =
        failure instanceof CancellationException
            ? new ClientException(ClientError.CANCELED, "request was canceled", failure)
            : RequestRunner.unwrap(failure);
    failures.accept(reason);
    return reason;
  }

  private void requireLibrary(Compression compression) {
    boolean present =
        switch (compression) {
          case NONE -> true;
          case LZ4 -> connections.pool().config().features().contains(Feature.LZ4);
          case ZSTD -> connections.pool().config().features().contains(Feature.ZSTD);
        };
    if (!present) {
      throw new IllegalArgumentException(
          "the library for this compression is not on the class path: compression=" + compression);
    }
  }
}
