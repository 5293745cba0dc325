package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.sequence.Sequence;
import dev.colonnade.client.sequence.Sequences;
import dev.colonnade.protocol.request.AlterTable;
import dev.colonnade.protocol.response.RangeInfo;
import dev.colonnade.protocol.response.StatusReport;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.schema.TableDefinition;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The client for callers that wait. Each method sends one request and returns its answer, or throws
 * {@link ClientException}. Connections are opened when they are first needed. Safe for use by any
 * thread but the client's own event loops; to be closed.
 */
public final class ColonnadeClient implements AutoCloseable {
  private final AsyncClient async;
  private final Sequences sequences;

  ColonnadeClient(AsyncClient async) {
    this.async = requireNonNull(async, "async is null");
    this.sequences = new Sequences(async.sequences());
  }

  /** Starts to set up a client. */
  public static ClientBuilder builder() {
    return new ClientBuilder();
  }

  /** The same client for callers that do not wait. It is closed with this one. */
  public AsyncClient async() {
    return async;
  }

  /** Returns when a server has answered. */
  public void ping() {
    await(async.ping());
  }

  public Table createTable(TableDefinition definition, boolean ifNotExists) {
    return await(async.createTable(definition, ifNotExists));
  }

  public Table alterTable(String table, AlterTable.Change change) {
    return await(async.alterTable(table, change));
  }

  public void dropTable(String table, boolean ifExists) {
    await(async.dropTable(table, ifExists));
  }

  /** The table of that name as it is now. */
  public Table table(String name) {
    return await(async.table(name));
  }

  /** The names of all tables. */
  public List<String> tableNames() {
    return await(async.tableNames());
  }

  /** Applies a batch: all of it is committed when this returns. */
  public WriteOk write(WriteBatch batch) {
    return await(async.write(batch));
  }

  /** The rows of these keys, in their order and without those that do not exist. */
  public ResultPage get(GetBuilder get, KeyBatch keys) {
    return await(async.get(get, keys));
  }

  /** Starts a scan. */
  public ScanStream scan(ScanBuilder builder) {
    return new ScanStream(async.scan(builder), this::await);
  }

  /** The ranges of a table. */
  public List<RangeInfo> ranges(String table) {
    return await(async.ranges(table));
  }

  /** The ranges of all tables. */
  public List<RangeInfo> ranges() {
    return await(async.ranges());
  }

  /** Splits ranges where keys begin with these values; the ranges of the table afterwards. */
  public List<RangeInfo> splitAt(Table table, KeyBatch keys) {
    return await(async.splitAt(table, keys));
  }

  /** The sequence of that name as it is now. */
  public Sequence sequence(String name) {
    return sequences.find(name);
  }

  /** Creates, changes and finds sequences. */
  public Sequences sequences() {
    return sequences;
  }

  /**
   * Opens a connection of its own, for what belongs to a session: current values, settings. To be
   * closed by the receiver.
   */
  public Session session() {
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
