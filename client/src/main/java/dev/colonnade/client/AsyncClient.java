package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.sequence.AsyncClientSequences;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.RangeList;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.TableDescription;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous client. Every future is completed, with a result or with a {@link
 * dev.colonnade.client.error.ClientException}, also if connections or servers fail or this client
 * is closed; canceling a future cancels its request. Futures are completed on the client's event
 * loops: slow callbacks delay all requests of the client. Thread-safe.
 */
public final class AsyncClient implements AutoCloseable {
  private final ConnectionPool pool;
  private final Requests requests;
  private final AsyncClientSequences sequences;
  private final PageDecoders decoders;
  private final RowRequests rows;
  private final Transactions transactions;

  AsyncClient(ConnectionPool pool) {
    this.pool = requireNonNull(pool, "pool is null");
    this.requests = new Requests(pool);
    this.sequences = new AsyncClientSequences(requests);
    this.decoders = new PageDecoders(this::describe);
    this.rows = RowRequests.shared(pool, requests, decoders);
    this.transactions = new Transactions(pool, decoders);
  }

  /** Completes when a server has responded. */
  public CompletableFuture<Pong> ping() {
    return requests.read(new Ping(), Pong.class, pong -> pong);
  }

  /** Creates a table; returns the existing one of that name if {@code ifNotExists}. */
  public CompletableFuture<ClientTable> createTable(
      TableDefinition definition, boolean ifNotExists) {
    TableRequest.Create request = new TableRequest.Create(definition, ifNotExists);
    return requests.change(
        () -> request, TableResponse.Described.class, it -> new ClientTable(it.description()));
  }

  /** Changes a table and returns its new description. */
  public CompletableFuture<ClientTable> alterTable(String table, TableRequest.Alter.Change change) {
    TableRequest.Alter request = new TableRequest.Alter(table, change);
    return requests.change(
        () -> request, TableResponse.Described.class, it -> new ClientTable(it.description()));
  }

  /** Drops a table; a missing one is no error if {@code ifExists}. */
  public CompletableFuture<Ok> dropTable(String table, boolean ifExists) {
    TableRequest.Drop request = new TableRequest.Drop(table, ifExists);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /** Returns the current description of the table of that name. */
  public CompletableFuture<ClientTable> table(String name) {
    return requests.read(
        new TableRequest.Describe(name),
        TableResponse.Described.class,
        it -> new ClientTable(it.description()));
  }

  /** Returns the names of all tables. */
  public CompletableFuture<List<String>> tableNames() {
    return requests.read(
        new TableRequest.ListAll(), TableResponse.Names.class, TableResponse.Names::names);
  }

  /** Applies a batch atomically. The batch must not be changed until the future is complete. */
  public CompletableFuture<WriteOk> write(WriteBatch batch) {
    return rows.write(batch);
  }

  /**
   * Returns the rows of these keys, in their order and without keys that have no row, as a page
   * that the receiver closes. The key batch may be reused at once.
   */
  public CompletableFuture<ResultPage> get(GetBuilder get, KeyBatch keys) {
    return rows.get(get, keys);
  }

  /** Starts a scan, which the receiver closes. */
  public AsyncScan scan(ScanBuilder builder) {
    return rows.scan(builder);
  }

  /**
   * Runs a transaction: commits when the future that {@code work} returns is complete, rolls back
   * if it fails. Failures that leave nothing behind (40001, 40P01, a lost connection) run the work
   * again, on a new snapshot.
   *
   * <pre>{@code
   * client.transact(
   *     tx -> tx.get(accounts.newGet().lock(WireLockStrength.UPDATE), keys)
   *         .thenCompose(page -> tx.write(changed(page))));
   * }</pre>
   *
   * @param work called on an event loop, where it must not block; it may run several times
   * @return the result of the work. Canceling it ends the transaction; once the commit has been
   *     sent it has no effect on the server
   */
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<AsyncTransaction, CompletableFuture<T>> work) {
    return transact(TransactionOptions.DEFAULT, work);
  }

  /** Variant of {@link #transact(Function)} with options. */
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      TransactionOptions options, Function<AsyncTransaction, CompletableFuture<T>> work) {
    return transactions.runAsync(options, work);
  }

  /** Returns the ranges of a table. */
  public CompletableFuture<List<RangeInfo>> ranges(String table) {
    return requests.read(new RangeRequest.ListAll(table), RangeList.class, RangeList::ranges);
  }

  /** Returns the ranges of all tables. */
  public CompletableFuture<List<RangeInfo>> ranges() {
    return ranges("");
  }

  /**
   * Splits ranges at keys that start with these values, and returns the resulting ranges of the
   * table.
   */
  public CompletableFuture<List<RangeInfo>> splitAt(ClientTable table, KeyBatch keys) {
    RangeRequest.SplitAt request =
        new RangeRequest.SplitAt(table.version(), keys.columnCount(), keys.size(), keys.toBytes());
    return requests.change(() -> request, RangeList.class, RangeList::ranges);
  }

  /**
   * Changes a setting of the server, for all its clients, until it stops.
   *
   * @param name name in the server's configuration file: {@code split.concurrency}
   * @param value value in the format of that file: {@code 16 MiB}
   */
  public CompletableFuture<Ok> setServerSetting(String name, String value) {
    ServerRequest.SetSetting request = new ServerRequest.SetSetting("", name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /**
   * Changes a setting of one table persistently, such as {@code split.range-max-bytes}.
   *
   * @param value empty to reset all settings of the table to those of the server
   */
  public CompletableFuture<Ok> setTableSetting(String table, String name, String value) {
    ServerRequest.SetSetting request = new ServerRequest.SetSetting(table, name, value);
    return requests.change(() -> request, Ok.class, ok -> ok);
  }

  /** Returns the state of the server. */
  public CompletableFuture<StatusReport> status() {
    return requests.read(new ServerRequest.Status(), StatusReport.class, it -> it);
  }

  /** Returns the current description of the sequence of that name. */
  public CompletableFuture<ClientSequence> sequence(String name) {
    return sequences.find(name);
  }

  /** Returns the client for sequence definitions. */
  public AsyncClientSequences sequences() {
    return sequences;
  }

  /** Opens a session with a dedicated connection, which the receiver closes. */
  public PinnedSession session() {
    return new PinnedSession(pool);
  }

  /** Fails outstanding requests and releases all connections and threads. */
  @Override
  public void close() {
    pool.close();
  }

  Transactions transactions() {
    return transactions;
  }

  Requests requests() {
    return requests;
  }

  private CompletableFuture<TableDescription> describe(String table) {
    return requests.read(
        new TableRequest.Describe(table),
        TableResponse.Described.class,
        TableResponse.Described::description);
  }
}
