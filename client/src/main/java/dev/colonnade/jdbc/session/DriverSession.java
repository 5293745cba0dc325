package dev.colonnade.jdbc.session;

import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.jdbc.wire.ResponseStream;
import dev.colonnade.jdbc.wire.SocketConnection;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.RowEncoding;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlValueWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Session with a server: runs statements, caches prepared statements by their text (least recently
 * used first out), and begins a transaction with its first statement.
 */
public final class DriverSession {
  /**
   * Limits of one execution of a statement.
   *
   * @param rowsMax the most rows of a result; 0 for all
   * @param pageRowsMax the most rows of a page; 0 if the server chooses
   * @param timeoutMillis the server's deadline; 0 for no limit
   */
  public record ExecutionLimits(long rowsMax, int pageRowsMax, int timeoutMillis) {}

  /** Initial capacity of the parameter buffer, enough for most rows of parameters. */
  private static final int PARAMETER_BUFFER_BYTES = 64;

  private final SocketConnection connection;
  private final Compression compression;
  private final int creditPages;
  private final RowEncoding shortResultForm;
  private final int preparedMax;
  private final Map<String, PreparedHandle> prepared = new LinkedHashMap<>(16, 0.75f, true);

  /** Ids of evicted statements that the server still has; the next execution closes them first. */
  private final List<Integer> evictedIds = new ArrayList<>();

  private boolean autoCommit = true;
  private int nextStatementId = 1;

  private DriverSession(SocketConnection connection, ConnectionSettings settings)
      throws SQLException {
    this.connection = connection;
    this.compression = settings.compression();
    this.creditPages = settings.intValue(ConnectionProperty.CREDIT_PAGES, 1);
    this.shortResultForm =
        settings.booleanValue(ConnectionProperty.FEW_ROWS_AS_VALUES)
            ? RowEncoding.VALUES
            : RowEncoding.BATCH;
    this.preparedMax = settings.intValue(ConnectionProperty.STATEMENT_CACHE, 0);
  }

  public static DriverSession open(ConnectionSettings settings) throws SQLException {
    try {
      return new DriverSession(SocketConnection.open(settings.connectionConfig()), settings);
    } catch (ConnectionException refused) {
      throw SqlFailures.of(refused, false);
    }
  }

  public SocketConnection connection() {
    return connection;
  }

  public boolean autoCommit() {
    return autoCommit;
  }

  public void autoCommit(boolean on) {
    autoCommit = on;
  }

  public boolean inTransaction() {
    return connection.transaction() != WireTransactionState.IDLE;
  }

  /**
   * Runs a text of one or more statements.
   *
   * @param isOnly whether the text is a single statement
   */
  public ResultStream run(String sql, ExecutionLimits limits, boolean isOnly) throws SQLException {
    Request request = new SqlRequest.Run(sql, terms(limits));
    boolean mayChange = !SqlScanner.isQuery(sql);
    return new ResultStream(
        call(request, operationOf(sql), limits.timeoutMillis(), mayChange),
        SqlRowDescription.NONE,
        isOnly,
        mayChange);
  }

  /** Runs a statement, discards its rows, and returns its command tag. */
  public String command(String sql) throws SQLException {
    SqlExecutionOptions terms = new SqlExecutionOptions(false, 0, 0, creditPages, compression);
    boolean isCommit = sql.startsWith("COMMIT");
    ResultStream results =
        new ResultStream(
            call(new SqlRequest.Run(sql, terms), operationOf(sql), 0, isCommit),
            SqlRowDescription.NONE,
            false,
            true);
    try {
      String command = "";
      while (results.advance()) {
        while (results.nextRows() != null) {
          // the rows are discarded
        }
        command = results.command();
      }
      return command;
    } catch (ConnectionException failed) {
      throw SqlFailures.of(failed, isCommit);
    }
  }

  /** Returns the prepared statement of a text; prepares it if it is not cached. */
  public PreparedHandle prepare(String sql) throws SQLException {
    PreparedHandle known = prepared.get(sql);
    if (known != null) {
      return known;
    }
    int statementId = nextStatementId++;
    Response response = exchange(new SqlRequest.Prepare(statementId, sql, List.of()), "PREPARE");
    if (!(response instanceof SqlResponse.Prepared made)) {
      throw unexpected(response);
    }
    PreparedHandle handle = new PreparedHandle(statementId, made);
    prepared.put(sql, handle);
    if (prepared.size() > preparedMax) {
      var eldest = prepared.entrySet().iterator();
      PreparedHandle evicted = eldest.next().getValue();
      if (evicted != handle || preparedMax == 0) {
        eldest.remove();
      }
      if (evicted != handle) {
        evicted.evict();
        evictedIds.add(evicted.statementId());
      }
    }
    return handle;
  }

  /** Runs a prepared statement with parameters of the classes that the protocol encodes. */
  public ResultStream execute(
      PreparedHandle handle, @Nullable Object[] parameters, ExecutionLimits limits)
      throws SQLException {
    closeEvicted();
    ByteBuf values = Unpooled.buffer(PARAMETER_BUFFER_BYTES);
    write(parameters, values);
    Request request =
        new SqlRequest.Execute(handle.statementId(), terms(limits), parameters.length, values);
    return new ResultStream(
        call(request, handle.command(), limits.timeoutMillis(), !handle.isQuery()),
        handle.shape(),
        true,
        !handle.isQuery());
  }

  /**
   * Runs a prepared statement for many rows of parameters.
   *
   * @param values encoded values of all rows
   */
  public SqlResponse.BatchEnd executeBatch(
      PreparedHandle handle, int rowCount, ByteBuf values, int timeoutMillis) throws SQLException {
    closeEvicted();
    ExecutionLimits limits = new ExecutionLimits(0, 0, timeoutMillis);
    Request request =
        new SqlRequest.ExecuteBatch(
            handle.statementId(), terms(limits), rowCount, handle.parameterTypes().size(), values);
    try {
      Response response = connection.exchange(request, handle.command(), timeoutMillis);
      if (response instanceof SqlResponse.BatchEnd end) {
        return end;
      }
      throw unexpected(response);
    } catch (ConnectionException failed) {
      throw SqlFailures.of(failed, autoCommit);
    }
  }

  /** Encodes the values of parameters and appends them to a buffer. */
  public static void write(@Nullable Object[] parameters, ByteBuf out) throws SQLException {
    SqlValueWriter writer = new SqlValueWriter(out);
    try {
      for (Object parameter : parameters) {
        writer.write(parameter);
      }
    } catch (IllegalArgumentException | ArithmeticException refused) {
      throw SqlFailures.outOfRange(String.valueOf(refused.getMessage()));
    }
  }

  /**
   * Returns whether the server responds within a timeout, 0 for none; closes the connection if not.
   */
  public boolean isAlive(int timeoutMillis) {
    return !connection.isClosed() && connection.ping(timeoutMillis);
  }

  public void close() {
    connection.close();
  }

  private ResponseStream call(
      Request request, String operation, int timeoutMillis, boolean isChange) throws SQLException {
    try {
      return connection.call(request, operation, timeoutMillis, creditPages);
    } catch (ConnectionException failed) {
      throw SqlFailures.of(failed, isChange && autoCommit);
    }
  }

  private static String operationOf(String sql) {
    String keyword = SqlScanner.firstKeyword(sql);
    return keyword.isEmpty() ? "EMPTY" : keyword;
  }

  private Response exchange(Request request, String operation) throws SQLException {
    try {
      return connection.exchange(request, operation, 0);
    } catch (ConnectionException failed) {
      throw SqlFailures.of(failed, false);
    }
  }

  private void closeEvicted() throws SQLException {
    if (!evictedIds.isEmpty()) {
      exchange(new SqlRequest.Close(evictedIds), "CLOSE").release();
      evictedIds.clear();
    }
  }

  private SqlExecutionOptions terms(ExecutionLimits limits) {
    return new SqlExecutionOptions(
        !autoCommit,
        limits.rowsMax(),
        limits.pageRowsMax(),
        creditPages,
        compression,
        shortResultForm);
  }

  private SQLException unexpected(Response response) {
    response.release();
    close();
    return new java.sql.SQLNonTransientConnectionException(
        "the server sent an unexpected response: type=" + response.type(), "08P01");
  }
}
