package dev.colonnade.server.session.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlErrorField;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlValueReader;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.session.pool.SerialExecutor;
import dev.colonnade.server.sql.ArrowBatchBuilder;
import dev.colonnade.server.sql.ResultEncoding;
import dev.colonnade.server.sql.SqlTranslator;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Handler of the SQL requests of one connection, which are executed one after the other: on the
 * event loop if a statement cannot block, else on a virtual thread of the session.
 */
public final class SqlRequestHandler implements SessionSignals {
  /** Maximum number of prepared statements of a session. */
  static final int STATEMENTS_MAX = 10_000;

  private static final SqlExecutionOptions NO_ROWS =
      new SqlExecutionOptions(false, 0, 0, 1, Compression.NONE);

  private final SqlSession sql;
  private final SerialExecutor work;
  private final IdleTimeout idle;

  /** Confined to the active task of {@link #work}, or to the event loop while there is none. */
  private final Map<Integer, ClientStatement> statements = new HashMap<>();

  private @Nullable SqlPrepared begin;

  /** Exchange of the last request, by which other sessions reach the connection. */
  private volatile @Nullable Exchange latest;

  public SqlRequestHandler(SqlSession sql, Executor threads) {
    this.sql = requireNonNull(sql, "sql is null");
    this.work = new SerialExecutor(threads);
    this.idle = new IdleTimeout(sql);
    sql.receiveSignals(this);
  }

  /** Prepared statement of a client. */
  private static final class ClientStatement {
    final SqlPrepared prepared;
    ResultEncoding encoding;

    ClientStatement(SqlPrepared prepared) {
      this.prepared = prepared;
      this.encoding = ResultEncoding.of(prepared.columns());
    }

    /** Returns the description of a result if it differs from the one that the client knows. */
    Optional<SqlRowDescription> changedDescription(List<SqlColumn> now) {
      if (now.equals(encoding.columns())) {
        return Optional.empty();
      }
      encoding = ResultEncoding.of(now);
      return Optional.of(encoding.description());
    }
  }

  /** Records that a request of any kind is received. */
  public void requestReceived() {
    idle.requestReceived();
  }

  @Override
  public void cancel() {
    Exchange current = latest;
    if (current != null) {
      current.cancelLater(ErrorCode.CANCELED, "canceling statement due to user request");
    }
  }

  /** Ends the session; one that has not sent a request yet stays. */
  @Override
  public void terminate() {
    Exchange current = latest;
    if (current != null) {
      ColonnadeException reason =
          new ColonnadeException(
              ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command");
      current.cancelLater(reason.code(), String.valueOf(reason.getMessage()));
      current.endConnectionAfter(Duration.ZERO, () -> true, reason);
    }
  }

  public void handle(SqlRequest request, Exchange exchange) {
    latest = exchange;
    switch (request) {
      case SqlRequest.Prepare prepare ->
          submit(exchange, NO_ROWS, run -> run.answer(prepare(prepare, run)));
      case SqlRequest.Close close ->
          submit(
              exchange,
              NO_ROWS,
              run -> {
                statements.keySet().removeAll(close.statementIds());
                run.answer(new Ok());
              });
      case SqlRequest.Run run -> submit(exchange, run.terms(), working -> run(run, working));
      case SqlRequest.Execute execute -> execute(execute, exchange);
      case SqlRequest.ExecuteBatch batch -> executeBatch(batch, exchange);
      case SqlRequest.Stop _ ->
          throw new IllegalArgumentException("not a request of its own: type=" + request.type());
    }
  }

  /**
   * Returns whether a request for rows belongs to a transaction block: one is open, or an earlier
   * request, which may open one, is not complete. Called on the event loop.
   */
  public boolean mayBeInTransaction() {
    return !work.isIdle() || sql.transactionStatus() != TransactionStatus.IDLE;
  }

  /**
   * Runs a request for rows after the requests before it.
   *
   * @param inTransaction runs it in the transaction block
   * @param outside runs it if there is none
   */
  public void submitRows(Exchange exchange, Runnable inTransaction, Runnable outside) {
    latest = exchange;
    work.submit(
        () -> {
          if (sql.transactionStatus() == TransactionStatus.IDLE) {
            outside.run();
            return;
          }
          sql.began(exchange.type().name());
          try {
            inTransaction.run();
          } finally {
            sql.waits();
          }
          idle.statementCompleted(exchange);
        });
  }

  /** Returns the executor that runs a task after the requests before it. */
  public Executor serially() {
    return work::submit;
  }

  /**
   * Closes the session after the active request, which is canceled with the connection; then runs
   * {@code last}.
   */
  public void close(Runnable last) {
    work.submit(
        () -> {
          try {
            sql.close();
          } finally {
            last.run();
          }
        });
  }

  @FunctionalInterface
  private interface Body {
    void run(SqlExecution run);
  }

  private void submit(Exchange exchange, SqlExecutionOptions terms, Body body) {
    SqlExecution run = new SqlExecution(sql, exchange, terms);
    work.submit(
        () -> {
          if (!run.begin()) {
            return;
          }
          sql.trace(exchange.traceContext());
          try {
            body.run(run);
          } catch (RuntimeException | Error e) {
            run.fail(e, List.of());
          } finally {
            sql.waits();
          }
          idle.statementCompleted(exchange);
        });
  }

  private SqlResponse.Prepared prepare(SqlRequest.Prepare request, SqlExecution run) {
    if (statements.size() >= STATEMENTS_MAX && !statements.containsKey(request.statementId())) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many prepared statements: max=" + STATEMENTS_MAX);
    }
    statements.remove(request.statementId());
    List<SqlText> texts = sql.parse(request.text(), run.cancellation());
    if (texts.size() != 1) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          texts.isEmpty()
              ? "syntax error at end of input"
              : "cannot insert multiple commands into a prepared statement");
    }
    List<@Nullable SqlType> types = new ArrayList<>();
    for (SqlTypeInfo type : request.parameterTypes()) {
      types.add(SqlTranslator.parameterType(type));
    }
    SqlPrepared prepared = sql.prepare(texts.getFirst(), types, run.cancellation());
    ClientStatement statement = new ClientStatement(sql.fixLiterals(prepared));
    statements.put(request.statementId(), statement);
    return new SqlResponse.Prepared(
        statement.prepared.command(),
        statement.prepared.parameterTypes().stream().map(SqlTranslator::type).toList(),
        statement.encoding.description());
  }

  private void run(SqlRequest.Run request, SqlExecution run) {
    sql.began(request.text());
    List<SqlText> texts = sql.parse(request.text(), run.cancellation());
    beginIfRequested(run);
    if (texts.isEmpty()) {
      run.end(new SqlExecution.Page(SqlRows.none(), 0, false), "");
      return;
    }
    boolean isOne = texts.size() == 1;
    if (!isOne) {
      sql.beginImplicit();
    }
    SqlExecution.@Nullable Page last = null;
    String command = "";
    try {
      for (SqlText text : texts) {
        if (last != null) {
          run.send(new SqlResponse.Done(last.completion(command), last.rows()));
        }
        last = null;
        SqlPrepared prepared = sql.prepare(text, List.of(), run.cancellation());
        try (SqlResult result = sql.execute(prepared, run.cancellation(), List.of())) {
          ResultEncoding encoding = ResultEncoding.of(result.columns());
          last = run.stream(result, encoding, Optional.of(encoding.description()));
          command = result.command();
        }
      }
    } catch (RuntimeException | Error e) {
      if (last != null) {
        last.release();
      }
      if (!isOne) {
        sql.abandonImplicit();
      }
      throw e;
    }
    if (!isOne) {
      endImplicit(last, run);
    }
    run.end(requireNonNull(last, "there is no statement"), command);
  }

  private void endImplicit(SqlExecution.@Nullable Page last, SqlExecution run) {
    try {
      sql.endImplicit(run.cancellation());
    } catch (RuntimeException | Error e) {
      if (last != null) {
        last.release();
      }
      throw e;
    }
  }

  private void execute(SqlRequest.Execute request, Exchange exchange) {
    List<@Nullable Object> parameters;
    try (Values values = new Values(request.parameters())) {
      parameters = values.row(request.parameterCount());
      values.requireEnd();
    }
    if (work.isIdle() && tryExecute(request, parameters, exchange)) {
      return;
    }
    submit(exchange, request.terms(), run -> execute(request, parameters, run));
  }

  /**
   * Fast path: executes a statement that cannot block, and returns whether it did. Called on the
   * event loop while no task is active.
   */
  private boolean tryExecute(
      SqlRequest.Execute request, List<@Nullable Object> parameters, Exchange exchange) {
    ClientStatement statement = statements.get(request.statementId());
    if (statement == null || !tryBeginIfRequested(request.terms())) {
      return false;
    }
    SqlExecution run = new SqlExecution(sql, exchange, request.terms());
    sql.trace(exchange.traceContext());
    try (SqlResult result = sql.executeWithoutBlocking(statement.prepared, parameters)) {
      finish(result, statement, run);
    } catch (WouldBlockException e) {
      return false;
    } catch (RuntimeException e) {
      run.fail(e, List.of());
    }
    idle.statementCompleted(exchange);
    return true;
  }

  private void execute(
      SqlRequest.Execute request, List<@Nullable Object> parameters, SqlExecution run) {
    ClientStatement statement = requireStatement(request.statementId());
    sql.began(statement.prepared.text().text());
    beginIfRequested(run);
    finish(sql.execute(statement.prepared, run.cancellation(), parameters), statement, run);
  }

  /** Sends the rows and the final response; closes the result before, because that can fail. */
  private static void finish(SqlResult result, ClientStatement statement, SqlExecution run) {
    SqlExecution.Page last;
    try (result) {
      Optional<SqlRowDescription> changed = statement.changedDescription(result.columns());
      last = run.stream(result, statement.encoding, changed);
    }
    run.end(last, result.command());
  }

  private void executeBatch(SqlRequest.ExecuteBatch request, Exchange exchange) {
    List<List<@Nullable Object>> rows = new ArrayList<>(request.rowCount());
    try (Values values = new Values(request.parameters())) {
      for (int i = 0; i < request.rowCount(); i++) {
        rows.add(values.row(request.parameterCount()));
      }
      values.requireEnd();
    }
    submit(exchange, request.terms(), run -> executeBatch(request.statementId(), rows, run));
  }

  private void executeBatch(int statementId, List<List<@Nullable Object>> rows, SqlExecution run) {
    ClientStatement statement = requireStatement(statementId);
    sql.began(statement.prepared.text().text());
    beginIfRequested(run);
    sql.beginImplicit();
    List<Long> counts = new ArrayList<>(rows.size());
    ArrowBatchBuilder returned = statement.encoding.batch();
    try {
      long[] many = sql.tryExecuteBatch(statement.prepared, run.cancellation(), rows);
      if (many != null) {
        Arrays.stream(many).forEach(counts::add);
      } else {
        for (List<@Nullable Object> row : rows) {
          counts.add(executeRow(statement, row, run, returned));
        }
      }
      sql.endImplicit(run.cancellation());
    } catch (RuntimeException | Error e) {
      sql.abandonImplicit();
      String failedRow = Integer.toString(counts.size());
      run.fail(e, List.of(new NamedText(SqlErrorField.BATCH_ROW, failedRow)));
      return;
    }
    SqlRows rowsOfAll = run.take(returned, Optional.empty());
    run.answer(
        new SqlResponse.BatchEnd(run.state(), statement.prepared.command(), counts, rowsOfAll));
  }

  private long executeRow(
      ClientStatement statement,
      List<@Nullable Object> parameters,
      SqlExecution run,
      ArrowBatchBuilder returned) {
    try (SqlResult result = sql.execute(statement.prepared, run.cancellation(), parameters)) {
      if (result.columns().isEmpty()) {
        return result.updateCount();
      }
      if (!result.columns().equals(statement.encoding.columns())) {
        throw new ColonnadeException(
            ErrorCode.RESULT_TYPE_CHANGED, "cached plan must not change result type");
      }
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        returned.add(row);
      }
      return result.updateCount();
    }
  }

  private ClientStatement requireStatement(int statementId) {
    ClientStatement statement = statements.get(statementId);
    if (statement == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          "prepared statement \"" + statementId + "\" does not exist");
    }
    return statement;
  }

  /**
   * Begins a transaction if requested and if that cannot block; returns whether none is pending.
   */
  private boolean tryBeginIfRequested(SqlExecutionOptions terms) {
    if (!terms.beginsTransaction() || sql.transactionStatus() != TransactionStatus.IDLE) {
      return true;
    }
    SqlPrepared statement = begin;
    if (statement == null) {
      return false;
    }
    try {
      sql.executeWithoutBlocking(statement, List.of()).close();
      return true;
    } catch (WouldBlockException e) {
      return false;
    }
  }

  private void beginIfRequested(SqlExecution run) {
    if (!run.terms().beginsTransaction() || sql.transactionStatus() != TransactionStatus.IDLE) {
      return;
    }
    SqlPrepared statement = begin;
    if (statement == null) {
      statement = sql.prepare(sql.parse("BEGIN").getFirst(), List.of());
      begin = statement;
    }
    sql.execute(statement, run.cancellation(), List.of()).close();
  }

  /** Parameters of a request; closing releases their buffer. */
  private record Values(ByteBuf bytes, SqlValueReader reader) implements AutoCloseable {
    Values(ByteBuf bytes) {
      this(bytes, new SqlValueReader(bytes));
    }

    List<@Nullable Object> row(int count) {
      List<@Nullable Object> row = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        row.add(reader.read());
      }
      return Collections.unmodifiableList(row);
    }

    void requireEnd() {
      reader.requireEnd();
    }

    @Override
    public void close() {
      bytes.release();
    }
  }
}
