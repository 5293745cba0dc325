package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.sequence.ClientSequences;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.schema.TableDefinition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Blocking client. Each method sends one request and returns its result, or throws {@link
 * ClientException}. Connections are opened when they are first needed. Safe for use by any thread
 * except the client's own event loops; must be closed.
 */
public final class ColonnadeClient implements AutoCloseable {
  private final AsyncClient async;
  private final ClientSequences sequences;

  ColonnadeClient(AsyncClient async) {
    this.async = requireNonNull(async, "async is null");
    this.sequences = new ClientSequences(async.sequences());
  }

  /** Returns a builder of clients. */
  public static ClientBuilder builder() {
    return new ClientBuilder();
  }

  /** Returns the asynchronous view of this client, which is closed together with it. */
  public AsyncClient async() {
    return async;
  }

  /** Returns when a server has responded. */
  public void ping() {
    await(async.ping());
  }

  /** Creates a table; returns the existing one of that name if {@code ifNotExists}. */
  public ClientTable createTable(TableDefinition definition, boolean ifNotExists) {
    return await(async.createTable(definition, ifNotExists));
  }

  /** Changes a table and returns its new description. */
  public ClientTable alterTable(String table, TableRequest.Alter.Change change) {
    return await(async.alterTable(table, change));
  }

  /** Drops a table; a missing one is no error if {@code ifExists}. */
  public void dropTable(String table, boolean ifExists) {
    await(async.dropTable(table, ifExists));
  }

  /** Returns the current description of the table of that name. */
  public ClientTable table(String name) {
    return await(async.table(name));
  }

  /** Returns the names of all tables. */
  public List<String> tableNames() {
    return await(async.tableNames());
  }

  /** Applies a batch atomically. It is committed when this method returns. */
  public WriteOk write(WriteBatch batch) {
    return await(async.write(batch));
  }

  /** Returns the rows of these keys, in their order and without keys that have no row. */
  public ResultPage get(GetBuilder get, KeyBatch keys) {
    return await(async.get(get, keys));
  }

  /** Starts a scan. */
  public ScanStream scan(ScanBuilder builder) {
    return new ScanStream(async.scan(builder), this::await);
  }

  /**
   * Runs a transaction: commits after {@code work} returns, rolls back if it throws. Failures that
   * leave nothing behind (40001, 40P01, a lost connection) run it again, on a new snapshot.
   *
   * <pre>{@code
   * client.transact(
   *     tx -> {
   *       try (ResultPage page = tx.get(accounts.newGet().lock(WireLockStrength.UPDATE), keys)) {
   *         ...
   *       }
   *       return tx.write(batch);
   *     });
   * }</pre>
   *
   * @param work may run several times: other effects than those of its requests are its own concern
   * @throws ClientException COMMIT_UNKNOWN if the response to the commit is missing
   */
  public <T extends @Nullable Object> T transact(Function<ClientTransaction, T> work) {
    return transact(TransactionOptions.DEFAULT, work);
  }

  /** Variant of {@link #transact(Function)} with options. */
  public <T extends @Nullable Object> T transact(
      TransactionOptions options, Function<ClientTransaction, T> work) {
    return async.transactions().run(options, work);
  }

  /** Returns the ranges of a table. */
  public List<RangeInfo> ranges(String table) {
    return await(async.ranges(table));
  }

  /** Returns the ranges of all tables. */
  public List<RangeInfo> ranges() {
    return await(async.ranges());
  }

  /**
   * Splits ranges at keys that start with these values, and returns the resulting ranges of the
   * table.
   */
  public List<RangeInfo> splitAt(ClientTable table, KeyBatch keys) {
    return await(async.splitAt(table, keys));
  }

  /** Returns the current description of the sequence of that name. */
  public ClientSequence sequence(String name) {
    return sequences.find(name);
  }

  /** Returns the client for sequence definitions. */
  public ClientSequences sequences() {
    return sequences;
  }

  /**
   * Opens a session with a dedicated connection, for session state such as current values and
   * settings. The receiver closes it.
   */
  public PinnedSession session() {
    return async.session();
  }

  /** Changes a setting of the server; see {@link AsyncClient#setServerSetting}. */
  public void setServerSetting(String name, String value) {
    await(async.setServerSetting(name, value));
  }

  /** Changes a setting of one table; see {@link AsyncClient#setTableSetting}. */
  public void setTableSetting(String table, String name, String value) {
    await(async.setTableSetting(table, name, value));
  }

  /** Returns the state of the server. */
  public StatusReport status() {
    return await(async.status());
  }

  @Override
  public void close() {
    async.close();
  }

  private <T> T await(CompletableFuture<T> future) {
    return async.requests().await(future);
  }
}
