package dev.colonnade.jdbc;

import dev.colonnade.jdbc.config.ConnectionProperty;
import dev.colonnade.jdbc.config.ConnectionSettings;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.wire.LinkException;
import dev.colonnade.jdbc.wire.SqlLink;
import dev.colonnade.jdbc.wire.SqlReply;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.scan.Compression;
import dev.colonnade.protocol.sql.RowForm;
import dev.colonnade.protocol.sql.SqlShape;
import dev.colonnade.protocol.sql.SqlTerms;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlValueWriter;
import dev.colonnade.protocol.sql.TransactionState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a connection says to its server: statements, prepared ones that are remembered by their
 * text, and transactions that begin with their first statement.
 */
final class DriverSession {
  /**
   * How a statement is to run.
   *
   * @param rowsMax 0 for all
   * @param pageRowsMax 0 for as many as the server likes
   * @param timeoutMillis 0 for no limit
   */
  record Run(long rowsMax, int pageRowsMax, int timeoutMillis) {
    static final Run PLAIN = new Run(0, 0, 0);
  }

  /** What most rows of parameters have room in; the buffer grows for others. */
  private static final int PARAMETERS_BYTES = 64;

  private final SqlLink link;
  private final Compression compression;
  private final int creditPages;
  private final RowForm fewRows;
  private final int cacheMax;
  private final Map<String, PreparedHandle> prepared = new LinkedHashMap<>(16, 0.75f, true);
  private final List<Integer> forgotten = new ArrayList<>();

  private boolean autoCommit = true;
  private int nextStatementId = 1;

  private DriverSession(SqlLink link, ConnectionSettings settings) throws SQLException {
    this.link = link;
    this.compression = settings.compression();
    this.creditPages = settings.number(ConnectionProperty.CREDIT_PAGES, 1);
    this.fewRows =
        settings.truth(ConnectionProperty.FEW_ROWS_AS_VALUES) ? RowForm.VALUES : RowForm.BATCH;
    this.cacheMax = settings.number(ConnectionProperty.STATEMENT_CACHE, 0);
  }

  static DriverSession open(ConnectionSettings settings) throws SQLException {
    try {
      return new DriverSession(SqlLink.open(settings.link()), settings);
    } catch (LinkException refused) {
      throw SqlFailures.of(refused, false);
    }
  }

  SqlLink link() {
    return link;
  }

  boolean autoCommit() {
    return autoCommit;
  }

  void autoCommit(boolean on) {
    autoCommit = on;
  }

  boolean inTransaction() {
    return link.transaction() != TransactionState.IDLE;
  }

  /** Runs a text of one or more statements. */
  ResultStream run(String sql, Run run, boolean isOnly) throws SQLException {
    Request request = new SqlRequest.Run(sql, terms(run));
    return new ResultStream(call(request, run.timeoutMillis(), true), SqlShape.NONE, isOnly);
  }

  /** Runs a statement whose result is of no interest. */
  String command(String sql) throws SQLException {
    SqlTerms terms = new SqlTerms(false, 0, 0, creditPages, compression);
    boolean isCommit = sql.startsWith("COMMIT");
    ResultStream results =
        new ResultStream(call(new SqlRequest.Run(sql, terms), 0, isCommit), SqlShape.NONE, false);
    try {
      String command = "";
      while (results.advance()) {
        while (results.nextRows() != null) {
          // nobody looks at them
        }
        command = results.command();
      }
      return command;
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, isCommit);
    }
  }

  /** A statement as the server has prepared it, now or before. */
  PreparedHandle prepare(String sql) throws SQLException {
    PreparedHandle known = prepared.get(sql);
    if (known != null) {
      return known;
    }
    int statementId = nextStatementId++;
    Response answer = ask(new SqlRequest.Prepare(statementId, sql, List.of()));
    if (!(answer instanceof SqlResponse.Prepared made)) {
      throw unexpected(answer);
    }
    PreparedHandle handle = new PreparedHandle(statementId, made);
    prepared.put(sql, handle);
    if (prepared.size() > cacheMax) {
      var eldest = prepared.entrySet().iterator();
      PreparedHandle dropped = eldest.next().getValue();
      if (dropped != handle || cacheMax == 0) {
        eldest.remove();
      }
      if (dropped != handle) {
        dropped.forget();
        forgotten.add(dropped.statementId());
      }
    }
    return handle;
  }

  /** Runs a prepared statement with parameters that are of the classes that travel. */
  ResultStream execute(PreparedHandle handle, @Nullable Object[] parameters, Run run)
      throws SQLException {
    closeForgotten();
    ByteBuf values = Unpooled.buffer(PARAMETERS_BYTES);
    write(parameters, values);
    Request request =
        new SqlRequest.Execute(handle.statementId(), terms(run), parameters.length, values);
    return new ResultStream(
        call(request, run.timeoutMillis(), !handle.isQuery()), handle.shape(), true);
  }

  /**
   * Runs a prepared statement for many rows of parameters.
   *
   * @param values of all rows, as they travel
   */
  SqlResponse.BatchEnd executeBatch(
      PreparedHandle handle, int rowCount, ByteBuf values, int timeoutMillis) throws SQLException {
    closeForgotten();
    Run run = new Run(0, 0, timeoutMillis);
    Request request =
        new SqlRequest.ExecuteBatch(
            handle.statementId(), terms(run), rowCount, handle.parameterTypes().size(), values);
    try {
      Response answer = link.ask(request, timeoutMillis);
      if (answer instanceof SqlResponse.BatchEnd end) {
        return end;
      }
      throw unexpected(answer);
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, autoCommit);
    }
  }

  /** Appends values of parameters as they travel. */
  static void write(@Nullable Object[] parameters, ByteBuf out) throws SQLException {
    SqlValueWriter writer = new SqlValueWriter(out);
    try {
      for (Object parameter : parameters) {
        writer.write(parameter);
      }
    } catch (IllegalArgumentException | ArithmeticException refused) {
      throw SqlFailures.outOfRange(String.valueOf(refused.getMessage()));
    }
  }

  /** The types of a statement's parameters. */
  List<SqlTypeInfo> parameterTypes(String sql) throws SQLException {
    return prepare(sql).parameterTypes();
  }

  /** Whether the server answers within the time; closes the connection if not. */
  boolean isAlive(int timeoutMillis) {
    return !link.isClosed() && link.answers(timeoutMillis);
  }

  /** Forgets all prepared statements, because the server did. */
  void forgetPrepared() {
    prepared.values().forEach(PreparedHandle::forget);
    prepared.clear();
  }

  void close() {
    link.close();
  }

  private SqlReply call(Request request, int timeoutMillis, boolean isChange) throws SQLException {
    try {
      return link.call(request, timeoutMillis, creditPages);
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, isChange && autoCommit);
    }
  }

  private Response ask(Request request) throws SQLException {
    try {
      return link.ask(request, 0);
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, false);
    }
  }

  private void closeForgotten() throws SQLException {
    if (!forgotten.isEmpty()) {
      ask(new SqlRequest.Close(forgotten)).release();
      forgotten.clear();
    }
  }

  private SqlTerms terms(Run run) {
    return new SqlTerms(
        !autoCommit, run.rowsMax(), run.pageRowsMax(), creditPages, compression, fewRows);
  }

  private SQLException unexpected(Response answer) {
    answer.release();
    close();
    return new java.sql.SQLNonTransientConnectionException(
        "the server answered with another message: type=" + answer.type(), "08P01");
  }
}
