package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.Repeatability;
import dev.colonnade.client.net.RequestRunner;
import dev.colonnade.client.net.Requests;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.sequence.AsyncSequences;
import dev.colonnade.client.sequence.Sequence;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.request.AlterTable;
import dev.colonnade.protocol.request.CreateTable;
import dev.colonnade.protocol.request.DescribeTable;
import dev.colonnade.protocol.request.DropTable;
import dev.colonnade.protocol.request.ListTables;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Ranges;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.ServerStatus;
import dev.colonnade.protocol.request.SetServerSetting;
import dev.colonnade.protocol.request.SplitAt;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.Rows;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.TableDescribed;
import dev.colonnade.protocol.response.TableList;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.scan.Compression;
import dev.colonnade.protocol.scan.ResumeReason;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The client for callers that do not wait. Every future is completed, with an answer or with a
 * {@link ClientException}, whatever happens to connections, servers and this client; canceling one
 * cancels its request. Futures are completed on the client's event loops: what takes long there
 * holds up everybody. Safe for use by any thread.
 */
public final class AsyncClient implements AutoCloseable {
  private final ConnectionPool pool;
  private final Requests requests;
  private final AsyncSequences sequences;
  private final Decoders decoders;

  AsyncClient(ConnectionPool pool) {
    this.pool = requireNonNull(pool, "pool is null");
    this.requests = new Requests(pool);
    this.sequences = new AsyncSequences(requests);
    this.decoders = new Decoders(this::describe);
  }

  /** Done when a server has answered. */
  public CompletableFuture<Pong> ping() {
    return requests.read(new Ping(), Pong.class, pong -> pong);
  }

  public CompletableFuture<Table> createTable(TableDefinition definition, boolean ifNotExists) {
    CreateTable request = new CreateTable(definition, ifNotExists);
    return requests.change(() -> request, TableDescribed.class, it -> new Table(it.description()));
  }

  public CompletableFuture<Table> alterTable(String table, AlterTable.Change change) {
    AlterTable request = new AlterTable(table, change);
    return requests.change(() -> request, TableDescribed.class, it -> new Table(it.description()));
  }

  public CompletableFuture<Ok> dropTable(String table, boolean ifExists) {
    DropTable request = new DropTable(table, ifExists);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /** The table of that name as it is now. */
  public CompletableFuture<Table> table(String name) {
    return requests.read(
        new DescribeTable(name), TableDescribed.class, it -> new Table(it.description()));
  }

  /** The names of all tables. */
  public CompletableFuture<List<String>> tableNames() {
    return requests.read(new ListTables(), TableList.class, TableList::names);
  }

  /** Applies a batch, which must be left alone until the future is done. */
  public CompletableFuture<WriteOk> write(WriteBatch batch) {
    ByteBuf kept = batch.retain();
    CompletableFuture<WriteOk> written = requests.change(batch::toRequest, WriteOk.class, it -> it);
    CompletableFuture<WriteOk> released = new CompletableFuture<>();
    var unused =
        written.whenComplete(
            (ok, failure) -> {
              // First of all: whoever sees the answer may use the batch again at once.
              kept.release();
              if (failure != null) {
                released.completeExceptionally(RequestRunner.unwrap(failure));
              } else {
                released.complete(ok);
              }
            });
    Requests.cancelWith(released, written);
    return released;
  }

  /**
   * The rows of these keys, in their order and without those that do not exist, as a page that the
   * receiver closes. The keys may be used again at once.
   */
  public CompletableFuture<ResultPage> get(GetBuilder get, KeyBatch keys) {
    int keyCount = keys.size();
    Bytes tuples = keys.toBytes();
    CompletableFuture<Response> answer =
        requests.run(() -> get.toRequest(keyCount, tuples), Repeatability.READ);
    CompletableFuture<ResultPage> page = new CompletableFuture<>();
    var unused =
        answer.whenComplete(
            (response, failure) -> {
              if (failure != null) {
                page.completeExceptionally(RequestRunner.unwrap(failure));
              } else {
                decode(get, response, page);
              }
            });
    Requests.cancelWith(page, answer);
    return page;
  }

  /** Starts a scan, to be closed by the receiver. */
  public AsyncScan scan(ScanBuilder builder) {
    TableDescription table = builder.table().description();
    Scan request = builder.toRequest();
    requireLibrary(request.page().compression());
    AsyncScan scan =
        new AsyncScan(
            pool,
            request,
            builder.deadlineNanos(pool.nowNanos()),
            head -> decoders.decoder(head, table, request.selection().columnIds()));
    scan.start();
    return scan;
  }

  /** The ranges of a table. */
  public CompletableFuture<List<RangeInfo>> ranges(String table) {
    return requests.read(new Ranges(table), RangeList.class, RangeList::ranges);
  }

  /** The ranges of all tables. */
  public CompletableFuture<List<RangeInfo>> ranges() {
    return ranges("");
  }

  /** Splits ranges where keys begin with these values; the ranges of the table afterwards. */
  public CompletableFuture<List<RangeInfo>> splitAt(Table table, KeyBatch keys) {
    SplitAt request = new SplitAt(table.version(), keys.columnCount(), keys.size(), keys.toBytes());
    return requests.change(() -> request, RangeList.class, RangeList::ranges);
  }

  /**
   * Changes a setting of the server, for all its clients, until it stops.
   *
   * @param name as the server's configuration file has it: {@code split.concurrency}
   * @param value as it could stand there: {@code 16 MiB}
   */
  public CompletableFuture<Ok> setServerSetting(String name, String value) {
    SetServerSetting request = new SetServerSetting("", name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /**
   * Changes a setting of one table, for good: {@code split.range-max-bytes} and its like.
   *
   * @param value empty to give the table the server's own again, in all of them
   */
  public CompletableFuture<Ok> setTableSetting(String table, String name, String value) {
    SetServerSetting request = new SetServerSetting(table, name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  public CompletableFuture<StatusReport> status() {
    return requests.read(new ServerStatus(), StatusReport.class, it -> it);
  }

  /** The sequence of that name as it is now. */
  public CompletableFuture<Sequence> sequence(String name) {
    return sequences.find(name);
  }

  /** Creates, changes and finds sequences. */
  public AsyncSequences sequences() {
    return sequences;
  }

  /** Opens a connection of its own, to be closed by the receiver. */
  public Session session() {
    return new Session(pool);
  }

  /** Fails what is unanswered and lets go of all connections and threads. */
  @Override
  public void close() {
    pool.close();
  }

  Requests requests() {
    return requests;
  }

  private CompletableFuture<TableDescription> describe(String table) {
    return requests.read(
        new DescribeTable(table), TableDescribed.class, TableDescribed::description);
  }

  private void decode(GetBuilder get, Response response, CompletableFuture<ResultPage> page) {
    if (!(response instanceof Rows rows)) {
      response.release();
      page.completeExceptionally(Requests.mismatch(Rows.class, response));
      return;
    }
    CompletableFuture<PageDecoder> decoder =
        get.heads()
            .find(rows.head())
            .map(CompletableFuture::completedFuture)
            .orElseGet(
                () -> decoders.decoder(rows.head(), get.table().description(), get.columnIds()));
    var unused =
        decoder.whenComplete(
            (ready, failure) -> {
              if (failure != null) {
                rows.release();
                page.completeExceptionally(RequestRunner.unwrap(failure));
              } else {
                get.heads().put(rows.head(), ready);
                complete(page, ready, rows);
              }
            });
  }

  private static void complete(CompletableFuture<ResultPage> page, PageDecoder decoder, Rows rows) {
    try {
      PageInfo info = new PageInfo(rows.rowCount(), ResumeReason.END, Bytes.EMPTY, rows.usage());
      ResultPage result = decoder.decode(info, rows.payload());
      if (!page.complete(result)) {
        result.close();
      }
    } catch (RuntimeException refused) {
      page.completeExceptionally(Decoders.undecodable(refused));
    }
  }

  private void requireLibrary(Compression compression) {
    boolean present =
        switch (compression) {
          case NONE -> true;
          case LZ4 -> pool.config().features().contains(Feature.LZ4);
          case ZSTD -> pool.config().features().contains(Feature.ZSTD);
        };
    if (!present) {
      throw new IllegalArgumentException(
          "the library for this compression is not on the class path: compression=" + compression);
    }
  }
}
