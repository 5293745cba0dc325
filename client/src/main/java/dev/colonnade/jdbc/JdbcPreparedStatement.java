package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.ServerError;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.text.EscapeSyntax;
import dev.colonnade.jdbc.text.SqlText;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlShape;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.sql.BatchUpdateException;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with parameters, prepared by the server when it is first needed. */
class JdbcPreparedStatement extends ParameterSetters {
  /** Rows of parameters that travel together, and bytes after which no more are added. */
  static final int BATCH_ROWS_MAX = 10_000;

  private static final int BATCH_BYTES_MAX = 4 * 1024 * 1024;

  private final String sql;
  private final boolean wantsKeys;

  /** Whether it is several statements: no one can prepare them, and they take no parameters. */
  private final boolean isSeveral;

  private final BoundParameters parameters = new BoundParameters();

  /** Rows of parameters as they travel, in pieces that fit into a request. */
  private final List<BatchPiece> pieces = new ArrayList<>();

  private @Nullable PreparedHandle handle;

  /** Some rows of parameters. */
  private static final class BatchPiece {
    final ByteBuf values = Unpooled.buffer();
    int rowCount;

    boolean isFull() {
      return rowCount == BATCH_ROWS_MAX || values.readableBytes() >= BATCH_BYTES_MAX;
    }
  }

  JdbcPreparedStatement(JdbcConnection connection, String sql, int scrollType, boolean wantsKeys) {
    super(connection, scrollType);
    this.sql = EscapeSyntax.halved(EscapeSyntax.translate(sql));
    this.wantsKeys = wantsKeys;
    this.isSeveral = SqlText.isSeveral(this.sql);
  }

  @Override
  void bind(int parameter, @Nullable Object value) throws SQLException {
    parameters.set(parameter, value);
  }

  private PreparedHandle prepared() throws SQLException {
    PreparedHandle known = handle;
    if (known == null || known.isForgotten()) {
      known = session().prepare(sql);
      handle = known;
    }
    return known;
  }

  @Override
  public boolean execute() throws SQLException {
    DriverSession session = session();
    closeResults();
    if (isSeveral) {
      return begin(session.run(sql, terms(), false), null, wantsKeys);
    }
    PreparedHandle known = prepared();
    @Nullable Object[] values = parameters.forTypes(known.parameterTypes());
    return begin(session.execute(known, values, terms()), known, wantsKeys);
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
    BatchPiece piece = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
    if (piece == null || piece.isFull()) {
      piece = new BatchPiece();
      pieces.add(piece);
    }
    int start = piece.values.writerIndex();
    try {
      DriverSession.write(values, piece.values);
    } catch (SQLException refused) {
      piece.values.writerIndex(start);
      throw refused;
    }
    piece.rowCount++;
  }

  @Override
  public void clearBatch() {
    pieces.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    DriverSession session = session();
    closeResults();
    List<BatchPiece> sent = List.copyOf(pieces);
    pieces.clear();
    if (sent.isEmpty()) {
      return new long[0];
    }
    if (!session.autoCommit()) {
      return execute(session, sent);
    }
    try {
      return sent.size() == 1 ? execute(session, sent) : executeAsBlock(session, sent);
    } catch (BatchUpdateException failed) {
      throw BatchCounts.undone(failed, sent.stream().mapToInt(piece -> piece.rowCount).sum());
    }
  }

  private long[] executeAsBlock(DriverSession session, List<BatchPiece> sent) throws SQLException {
    session.autoCommit(false); // all pieces or none
    try {
      long[] counts = execute(session, sent);
      session.command("COMMIT");
      return counts;
    } catch (SQLException failed) {
      if (session.inTransaction() && !session.link().isClosed()) {
        session.command("ROLLBACK");
      }
      throw failed;
    } finally {
      session.autoCommit(true);
    }
  }

  private long[] execute(DriverSession session, List<BatchPiece> sent) throws SQLException {
    PreparedHandle known = prepared();
    List<Long> counts = new ArrayList<>();
    List<SqlRows> rows = new ArrayList<>();
    int millis = terms().timeoutMillis();
    for (BatchPiece piece : sent) {
      try {
        SqlResponse.BatchEnd end =
            session.executeBatch(known, piece.rowCount, piece.values, millis);
        counts.addAll(end.rowCounts());
        addWarnings(end.state().notices());
        if (end.rows().rowCount() > 0) {
          rows.add(end.rows());
        }
      } catch (SQLException failed) {
        throw BatchCounts.failure(failed, countsUpTo(failed, counts));
      }
    }
    if (wantsKeys && !rows.isEmpty()) {
      keys(heldKeys(rows.get(0).shape().orElse(known.shape()), rows));
    }
    return counts.stream().mapToLong(Long::longValue).toArray();
  }

  private JdbcResultSet heldKeys(SqlShape shape, List<SqlRows> rows) throws SQLException {
    try {
      return held(shape, rows);
    } catch (ProtocolException malformed) {
      connection().close();
      throw SqlFailures.malformed(malformed);
    }
  }

  /** The counts of what went before, as far as anybody knows: the row that failed is known. */
  private static List<Long> countsUpTo(SQLException failed, List<Long> counts) {
    List<Long> all = new ArrayList<>(counts);
    if (failed.getCause() instanceof ServerError error && error.batchRow() > 0) {
      all.addAll(Collections.nCopies(error.batchRow(), (long) SUCCESS_NO_INFO));
    }
    return all;
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
        : new JdbcResultSetMetaData(known.shape().columns(), tables());
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return new JdbcParameterMetaData(prepared().parameterTypes());
  }

  @Override
  public void addBatch(String other) throws SQLException {
    throw notHere();
  }

  @Override
  public boolean execute(String other) throws SQLException {
    throw notHere();
  }

  @Override
  public ResultSet executeQuery(String other) throws SQLException {
    throw notHere();
  }

  @Override
  public long executeLargeUpdate(String other) throws SQLException {
    throw notHere();
  }

  /** The statement's text. */
  @Override
  public String toString() {
    return sql;
  }

  private static SQLException notHere() {
    return SqlFailures.badState("a prepared statement has its text already");
  }
}
