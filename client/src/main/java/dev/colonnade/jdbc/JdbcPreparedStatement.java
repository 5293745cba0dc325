package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.BatchFailures;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.session.DriverSession;
import dev.colonnade.jdbc.session.PreparedHandle;
import dev.colonnade.jdbc.text.EscapeSyntax;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.jdbc.value.BoundParameters;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlRows;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.sql.BatchUpdateException;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prepared statement. The server prepares it when it is first executed or described. */
class JdbcPreparedStatement extends AbstractPreparedStatement {
  /** Largest number of rows of parameters in one request. */
  private static final int REQUEST_ROWS_MAX = 10_000;

  /** Encoded size from which on no row is added to a request. */
  private static final int REQUEST_BYTES_MAX = 4 * 1024 * 1024;

  private final String sql;
  private final boolean wantsKeys;

  /** Set if the text has several statements, which cannot be prepared and have no parameters. */
  private final boolean hasSeveralStatements;

  private final BoundParameters parameters = new BoundParameters();

  /** Encoded rows of parameters, divided into chunks that fit into a request each. */
  private final List<BatchChunk> chunks = new ArrayList<>();

  private @Nullable PreparedHandle handle;

  /** Rows of parameters of one request. */
  private static final class BatchChunk {
    final ByteBuf values = Unpooled.buffer();
    int rowCount;

    boolean isFull() {
      return rowCount == REQUEST_ROWS_MAX || values.readableBytes() >= REQUEST_BYTES_MAX;
    }
  }

  JdbcPreparedStatement(Owner connection, String sql, int scrollType, boolean wantsKeys) {
    super(connection, scrollType);
    this.sql = EscapeSyntax.unescapeQuestionMarks(EscapeSyntax.translate(sql));
    this.wantsKeys = wantsKeys;
    this.hasSeveralStatements = SqlScanner.hasSeveralStatements(this.sql);
  }

  @Override
  void bind(int parameter, @Nullable Object value) throws SQLException {
    parameters.set(parameter, value);
  }

  private PreparedHandle prepared() throws SQLException {
    PreparedHandle known = handle;
    if (known == null || known.isEvicted()) {
      known = session().prepare(sql);
      handle = known;
    }
    return known;
  }

  @Override
  public boolean execute() throws SQLException {
    DriverSession session = session();
    closeResults();
    if (hasSeveralStatements) {
      return begin(session.run(sql, limits(), false), null, wantsKeys);
    }
    PreparedHandle known = prepared();
    @Nullable Object[] values = parameters.forTypes(known.parameterTypes());
    return begin(session.execute(known, values, limits()), known, wantsKeys);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    execute();
    return requireRows();
  }

  @Override
  public int executeUpdate() throws SQLException {
    return (int) executeLargeUpdate();
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    execute();
    return requireCount();
  }

  @Override
  public void addBatch() throws SQLException {
    PreparedHandle known = prepared();
    @Nullable Object[] values = parameters.forTypes(known.parameterTypes());
    BatchChunk chunk = chunks.isEmpty() ? null : chunks.get(chunks.size() - 1);
    if (chunk == null || chunk.isFull()) {
      chunk = new BatchChunk();
      chunks.add(chunk);
    }
    int start = chunk.values.writerIndex();
    try {
      DriverSession.write(values, chunk.values);
    } catch (SQLException refused) {
      chunk.values.writerIndex(start);
      throw refused;
    }
    chunk.rowCount++;
  }

  @Override
  public void clearBatch() {
    chunks.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    DriverSession session = session();
    closeResults();
    List<BatchChunk> sent = List.copyOf(chunks);
    chunks.clear();
    if (sent.isEmpty()) {
      return new long[0];
    }
    if (!session.autoCommit()) {
      return execute(session, sent);
    }
    try {
      return sent.size() == 1 ? execute(session, sent) : executeInTransaction(session, sent);
    } catch (BatchUpdateException failed) {
      throw BatchFailures.rolledBack(failed, sent.stream().mapToInt(chunk -> chunk.rowCount).sum());
    }
  }

  /** Runs all chunks in one transaction, so that either all or none of them take effect. */
  private long[] executeInTransaction(DriverSession session, List<BatchChunk> sent)
      throws SQLException {
    session.autoCommit(false);
    try {
      long[] counts = execute(session, sent);
      session.command("COMMIT");
      return counts;
    } catch (SQLException failed) {
      if (session.inTransaction() && !session.connection().isClosed()) {
        session.command("ROLLBACK");
      }
      throw failed;
    } finally {
      session.autoCommit(true);
    }
  }

  private long[] execute(DriverSession session, List<BatchChunk> sent) throws SQLException {
    PreparedHandle known = prepared();
    List<Long> counts = new ArrayList<>();
    List<SqlRows> rows = new ArrayList<>();
    int timeoutMillis = limits().timeoutMillis();
    for (BatchChunk chunk : sent) {
      try {
        SqlResponse.BatchEnd end =
            session.executeBatch(known, chunk.rowCount, chunk.values, timeoutMillis);
        counts.addAll(end.rowCounts());
        addWarnings(end.state().notices());
        if (end.rows().rowCount() > 0) {
          rows.add(end.rows());
        }
      } catch (SQLException failed) {
        throw BatchFailures.failure(failed, BatchFailures.upToFailedRow(failed, counts));
      }
    }
    if (wantsKeys && !rows.isEmpty()) {
      bufferKeys(rows.get(0).shape().orElse(known.shape()), rows);
    }
    return counts.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public void clearParameters() {
    parameters.clear();
  }

  @Override
  public @Nullable ResultSetMetaData getMetaData() throws SQLException {
    PreparedHandle known = prepared();
    return known.shape().columns().isEmpty() || wantsKeys
        ? null
        : new JdbcResultSetMetaData(known.shape().columns(), columnOrigins());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return new JdbcParameterMetaData(prepared().parameterTypes());
  }

  @Override
  public void addBatch(String other) throws SQLException {
    throw textIsFixed();
  }

  @Override
  public boolean execute(String other) throws SQLException {
    throw textIsFixed();
  }

  @Override
  public ResultSet executeQuery(String other) throws SQLException {
    throw textIsFixed();
  }

  @Override
  public long executeLargeUpdate(String other) throws SQLException {
    throw textIsFixed();
  }

  /** Returns the statement's text. */
  @Override
  public String toString() {
    return sql;
  }

  private static SQLException textIsFixed() {
    return SqlFailures.badState("a prepared statement cannot run another text");
  }
}
