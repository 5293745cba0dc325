package dev.colonnade.jdbc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.cell.CellPage;
import dev.colonnade.jdbc.cell.ResultDecoder;
import dev.colonnade.jdbc.error.BatchFailures;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.metadata.ColumnOrigins;
import dev.colonnade.jdbc.result.BufferedPages;
import dev.colonnade.jdbc.result.StreamedPages;
import dev.colonnade.jdbc.session.DriverSession;
import dev.colonnade.jdbc.session.PreparedHandle;
import dev.colonnade.jdbc.session.ResultStream;
import dev.colonnade.jdbc.text.EscapeSyntax;
import dev.colonnade.jdbc.text.ReturningClause;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Statement with the results of its last execution. Any thread may cancel it; all else is for one
 * thread at a time.
 */
class JdbcStatement implements JdbcResultSet.Owner, DefaultWrapper {
  /** Connection as its statements use it. */
  interface Owner extends Connection {
    /**
     * Returns the session.
     *
     * @throws SQLException if the connection is closed
     */
    DriverSession session() throws SQLException;

    /** Returns whether each statement is a transaction of its own. */
    boolean isAutoCommit();

    /** Returns the rows of a page unless the statement sets them; 0 if the server chooses. */
    int defaultFetchSize();

    /** Returns the cache of the table columns that result columns come from. */
    ColumnOrigins columnOrigins();
  }

  private static final int NOT_RUNNING = 0;

  private final Owner connection;
  private final int scrollType;
  private final List<String> batch = new ArrayList<>();

  /** Stream of the request that is running. Only the statement's thread writes it. */
  private volatile int runningStream = NOT_RUNNING;

  private volatile boolean closed;
  private @Nullable ResultStream results;
  private @Nullable JdbcResultSet current;
  private @Nullable JdbcResultSet keys;
  private @Nullable SQLWarning warnings;
  private long updateCount = -1;
  private long rowsMax;
  private int fetchSize;
  private int fieldBytesMax;
  private int timeoutSeconds;
  private boolean translatesEscapes = true;
  private boolean closesOnCompletion;
  private boolean isPoolable;

  JdbcStatement(Owner connection, int scrollType) {
    this.connection = requireNonNull(connection, "connection is null");
    this.scrollType = scrollType;
    this.fetchSize = connection.defaultFetchSize();
  }

  @Override
  public final ColumnOrigins columnOrigins() {
    return connection.columnOrigins();
  }

  public final DriverSession session() throws SQLException {
    if (closed) {
      throw SqlFailures.badState("this statement is closed");
    }
    return connection.session();
  }

  /** Returns the limits of the next execution. */
  final DriverSession.ExecutionLimits limits() {
    long millis = TimeUnit.SECONDS.toMillis(timeoutSeconds);
    return new DriverSession.ExecutionLimits(
        rowsMax, fetchSize, (int) Math.min(millis, Integer.MAX_VALUE));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    execute(sql);
    return requireRows();
  }

  final ResultSet requireRows() throws SQLException {
    JdbcResultSet rows = current;
    if (rows == null) {
      throw SqlFailures.noRows();
    }
    return rows;
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return (int) executeLargeUpdate(sql);
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    execute(sql);
    return requireCount();
  }

  final long requireCount() throws SQLException {
    if (current != null) {
      closeResults();
      throw SqlFailures.unwantedRows();
    }
    return Math.max(0, updateCount);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(sql, false);
  }

  private boolean run(String sql, boolean wantsKeys) throws SQLException {
    DriverSession session = session();
    closeResults();
    String text = translatesEscapes ? EscapeSyntax.translate(sql) : sql;
    return begin(
        session.run(text, limits(), !SqlScanner.hasSeveralStatements(text)), null, wantsKeys);
  }

  /**
   * Makes the results of a request those of this statement.
   *
   * @param handle handle of the prepared statement; null if the request was a plain text
   * @param wantsKeys whether the rows are generated keys and not the statement's result
   * @return whether the first result has rows
   */
  final boolean begin(ResultStream stream, @Nullable PreparedHandle handle, boolean wantsKeys)
      throws SQLException {
    results = stream;
    runningStream = stream.stream();
    try {
      if (!stream.advance()) {
        return false;
      }
      if (wantsKeys && stream.returnsRows()) {
        keys = buffered(stream);
        updateCount = stream.rowCount();
        addWarnings(stream);
        return false;
      }
      return show(stream, handle);
    } catch (ConnectionException failed) {
      results = null;
      throw SqlFailures.of(failed, stream.mayChange() && connection.isAutoCommit());
    } catch (ProtocolException malformed) {
      results = null;
      connection.close();
      throw SqlFailures.malformed(malformed);
    } finally {
      runningStream = stream.isComplete() ? NOT_RUNNING : runningStream;
    }
  }

  private boolean show(ResultStream stream, @Nullable PreparedHandle handle)
      throws SQLException, ConnectionException {
    if (stream.returnsRows()) {
      ResultDecoder decoder =
          handle == null ? new ResultDecoder(stream.shape()) : handle.decoder(stream.shape());
      updateCount = -1;
      current = new JdbcResultSet(this, decoder, new StreamedPages(stream, decoder), scrollType);
    } else {
      updateCount = stream.rowCount();
    }
    addWarnings(stream);
    return current != null;
  }

  /** Buffers all rows of the current result. */
  private JdbcResultSet buffered(ResultStream stream) throws ConnectionException {
    List<SqlRows> parts = new ArrayList<>();
    for (SqlRows rows = stream.nextRows(); rows != null; rows = stream.nextRows()) {
      parts.add(rows);
    }
    return buffered(stream.shape(), parts);
  }

  /**
   * Returns a result set of buffered rows.
   *
   * @throws ProtocolException if the rows cannot be decoded
   */
  private JdbcResultSet buffered(SqlRowDescription shape, List<SqlRows> parts) {
    ResultDecoder decoder = new ResultDecoder(shape);
    List<CellPage> pages = parts.stream().map(decoder::cells).toList();
    return new JdbcResultSet(
        this, decoder, new BufferedPages(pages), ResultSet.TYPE_SCROLL_INSENSITIVE);
  }

  /** Makes buffered rows the generated keys; closes the connection if they cannot be decoded. */
  final void bufferKeys(SqlRowDescription shape, List<SqlRows> parts) throws SQLException {
    try {
      keys = buffered(shape, parts);
    } catch (ProtocolException malformed) {
      connection.close();
      throw SqlFailures.malformed(malformed);
    }
  }

  private void addWarnings(ResultStream stream) {
    addWarnings(stream.drainNotices());
  }

  final void addWarnings(List<SqlNoticeInfo> notices) {
    for (SqlNoticeInfo notice : notices) {
      SQLWarning warning = new SQLWarning(notice.message(), notice.sqlState());
      if (warnings == null) {
        warnings = warning;
      } else {
        warnings.setNextWarning(warning);
      }
    }
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int what) throws SQLException {
    session();
    ResultStream stream = results;
    current = null;
    updateCount = -1;
    try {
      return stream != null && stream.advance() && show(stream, null);
    } catch (ConnectionException failed) {
      results = null;
      throw SqlFailures.of(failed, requireNonNull(stream).mayChange() && connection.isAutoCommit());
    } catch (ProtocolException malformed) {
      results = null;
      connection.close();
      throw SqlFailures.malformed(malformed);
    }
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    session();
    return current;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return (int) getLargeUpdateCount();
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    session();
    return updateCount;
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    session();
    JdbcResultSet generated = keys;
    return generated != null ? generated : JdbcResultSet.empty(this);
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    return autoGeneratedKeys == RETURN_GENERATED_KEYS
        ? run(ReturningClause.all(sql), ReturningClause.isChange(sql))
        : execute(sql);
  }

  @Override
  public boolean execute(String sql, String[] columnNames) throws SQLException {
    return run(ReturningClause.of(sql, columnNames), ReturningClause.isChange(sql));
  }

  @Override
  public boolean execute(String sql, int[] columnIndexes) throws SQLException {
    if (columnIndexes.length == 0) {
      return execute(sql);
    }
    throw SqlFailures.unsupported("generated keys by the numbers of columns");
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return (int) executeLargeUpdate(sql, autoGeneratedKeys);
  }

  @Override
  public int executeUpdate(String sql, String[] columnNames) throws SQLException {
    return (int) executeLargeUpdate(sql, columnNames);
  }

  @Override
  public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
    return (int) executeLargeUpdate(sql, columnIndexes);
  }

  @Override
  public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    execute(sql, autoGeneratedKeys);
    return requireCount();
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
    execute(sql, columnNames);
    return requireCount();
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
    execute(sql, columnIndexes);
    return requireCount();
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    session();
    batch.add(requireNonNull(sql, "sql is null"));
  }

  @Override
  public void clearBatch() throws SQLException {
    session();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return intCounts(executeLargeBatch());
  }

  private static int[] intCounts(long[] counts) {
    int[] ints = new int[counts.length];
    for (int i = 0; i < ints.length; i++) {
      boolean fits = counts[i] <= Integer.MAX_VALUE;
      ints[i] = fits ? (int) counts[i] : SUCCESS_NO_INFO;
    }
    return ints;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    DriverSession session = session();
    closeResults();
    List<Long> counts = new ArrayList<>();
    if (batch.isEmpty()) {
      return new long[0];
    }
    try {
      ResultStream stream = session.run(String.join(";\n", batch), limits(), false);
      while (stream.advance()) {
        while (stream.nextRows() != null) {
          // rows of a statement in a batch are discarded
        }
        counts.add(stream.rowCount());
      }
      addWarnings(stream);
      return counts.stream().mapToLong(Long::longValue).toArray();
    } catch (ConnectionException failed) {
      SQLException cause = SqlFailures.of(failed, connection.isAutoCommit());
      BatchUpdateException failure = BatchFailures.failure(cause, counts);
      throw connection.isAutoCommit() ? BatchFailures.rolledBack(failure, batch.size()) : failure;
    } finally {
      batch.clear();
    }
  }

  @Override
  public void cancel() throws SQLException {
    int stream = runningStream;
    if (stream != NOT_RUNNING && !closed) {
      try {
        connection.session().connection().cancel(stream);
      } catch (ConnectionException lost) {
        throw SqlFailures.of(lost, false);
      }
    }
  }

  @Override
  public void resultSetClosed(ResultSet closedResult) throws SQLException {
    if (closedResult == current) {
      current = null;
      runningStream = NOT_RUNNING;
      if (closesOnCompletion) {
        close();
      }
    }
  }

  final void closeResults() throws SQLException {
    JdbcResultSet open = current;
    boolean closes = closesOnCompletion;
    closesOnCompletion = false;
    if (open != null) {
      open.close();
    }
    closesOnCompletion = closes;
    ResultStream stream = results;
    results = null;
    keys = null;
    updateCount = -1;
    warnings = null;
    if (stream != null && !stream.isComplete() && !connection.isClosed()) {
      try {
        stream.abandon();
      } catch (ConnectionException failed) {
        if (failed.response() == null) {
          throw SqlFailures.of(failed, false);
        }
      }
    }
    runningStream = NOT_RUNNING;
  }

  @Override
  public void close() throws SQLException {
    if (closed) {
      return;
    }
    try {
      closeResults();
    } finally {
      closed = true;
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public Connection getConnection() throws SQLException {
    session();
    return connection;
  }

  @Override
  public int getMaxFieldSize() {
    return fieldBytesMax;
  }

  @Override
  public void setMaxFieldSize(int bytes) throws SQLException {
    fieldBytesMax = requireAtLeastZero(bytes, "max field size");
  }

  @Override
  public int getMaxRows() {
    return (int) Math.min(rowsMax, Integer.MAX_VALUE);
  }

  @Override
  public void setMaxRows(int rows) throws SQLException {
    rowsMax = requireAtLeastZero(rows, "max rows");
  }

  @Override
  public long getLargeMaxRows() {
    return rowsMax;
  }

  @Override
  public void setLargeMaxRows(long rows) throws SQLException {
    if (rows < 0) {
      throw SqlFailures.badArgument("max rows is below 0: value=" + rows);
    }
    rowsMax = rows;
  }

  @Override
  public void setEscapeProcessing(boolean on) {
    translatesEscapes = on;
  }

  @Override
  public int getQueryTimeout() {
    return timeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    timeoutSeconds = requireAtLeastZero(seconds, "query timeout");
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    session();
    return warnings;
  }

  @Override
  public void clearWarnings() {
    warnings = null;
  }

  @Override
  public void setCursorName(String name) {} // positioned updates are not supported

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction < ResultSet.FETCH_FORWARD || direction > ResultSet.FETCH_UNKNOWN) {
      throw SqlFailures.badArgument("no such direction: direction=" + direction);
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    fetchSize = requireAtLeastZero(rows, "fetch size");
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() {
    return scrollType;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setPoolable(boolean poolable) {
    isPoolable = poolable;
  }

  @Override
  public boolean isPoolable() {
    return isPoolable;
  }

  @Override
  public void closeOnCompletion() {
    closesOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() {
    return closesOnCompletion;
  }

  private static int requireAtLeastZero(int value, String name) throws SQLException {
    if (value < 0) {
      throw SqlFailures.badArgument(name + " is below 0: value=" + value);
    }
    return value;
  }
}
