package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.activity.ActivityState;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.monitor.StatementMonitor;
import dev.colonnade.sql.monitor.StatementTrace;
import dev.colonnade.sql.monitor.StatementTracing;
import dev.colonnade.sql.notification.SessionNotifications;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.prepared.StatementCache;
import dev.colonnade.sql.prepared.TextMemory;
import dev.colonnade.sql.result.SessionNotices;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.session.ErrorDetails;
import dev.colonnade.sql.session.SessionCommands;
import dev.colonnade.sql.session.SessionComponents;
import dev.colonnade.sql.session.StatementRunner;
import dev.colonnade.sql.session.TransactionBlock;
import dev.colonnade.sql.session.cursor.SqlCursors;
import dev.colonnade.sql.session.row.RowAccess;
import dev.colonnade.sql.session.row.RowQuery;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.trace.TraceContext;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * SQL session of one client: runs its statements one after the other, in transactions of one or
 * several statements. One thread at a time; may wait for locks and for the disk.
 *
 * <p>A statement outside of a transaction is retried after a serialization failure or deadlock. A
 * failure of a statement in a transaction fails the transaction: until its end, or a rollback to a
 * savepoint, all other statements are refused with TRANSACTION_NOT_ACTIVE.
 *
 * <p>Callers that run several statements of one text, or messages up to a Sync, enclose them in
 * {@link #beginImplicit} and {@link #endImplicit} or {@link #abandonImplicit}. A single statement
 * is cheaper without, and is retried automatically.
 */
public final class SqlSession implements AutoCloseable {
  private static final SettingValue<String> APPLICATION_NAME =
      SettingValue.text("application_name");

  private final StatementCache cache;
  private final SqlSessionContext context;
  private final SessionSettings settings;
  private final SessionNotices notices;
  private final TransactionBlock block;
  private final StatementRunner runner;
  private final SessionCommands commands;
  private final ErrorDetails details;
  private final StatementMonitor monitor;
  private final StatementTracing tracing;
  private final RowAccess rows;
  private final TextMemory textMemory;
  private boolean implicit;

  SqlSession(
      StatementCache cache,
      SqlSessionContext context,
      SessionSettings settings,
      StatementMonitor monitor,
      StatementTracing tracing) {
    this.monitor = requireNonNull(monitor, "monitor is null");
    this.tracing = requireNonNull(tracing, "tracing is null");
    this.cache = requireNonNull(cache, "cache is null");
    this.context = requireNonNull(context, "context is null");
    this.settings = requireNonNull(settings, "settings is null");
    details = new ErrorDetails(context);
    notices = new SessionNotices(settings);
    textMemory = new TextMemory(context.resources().memory());
    block = new TransactionBlock(context, settings);
    runner = new StatementRunner(cache, context, block, settings, notices::add);
    rows = new RowAccess(context, block, settings);
    commands =
        new SessionCommands(
            new SessionComponents(cache, context, settings, notices, block, runner));
    context.preparedStatements(() -> commands.statements().descriptions());
  }

  /**
   * Returns the statements of a text, without empty ones.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position in the whole text
   */
  public List<SqlText> parse(String text) {
    return parse(text, Cancellation.withoutDeadline());
  }

  /**
   * Variant of {@link #parse(String)} that can be canceled. The memory of a long text is reserved
   * until the session waits for its client, or parses the next text.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position in the whole text; MEMORY_LIMIT for a
   *     text that needs more memory than all queries have left
   */
  public List<SqlText> parse(String text, Cancellation cancellation) {
    tracing.parsing();
    try {
      textMemory.begin(text);
      List<SqlText> statements =
          TextMemory.isFree(text)
              ? cache.parse(text)
              : Interruption.call(
                  runner.limited(cancellation), () -> cache.parse(text, textMemory::grow));
      tracing.parsed();
      return statements;
    } catch (ColonnadeException e) {
      tracing.failed(text, e);
      textMemory.close();
      block.fail();
      throw StatementErrors.ended(e);
    }
  }

  /**
   * Prepares a statement. It is planned now, and again automatically when the catalog has changed.
   *
   * @param parameterTypes types of its parameters; null where unknown
   */
  public SqlPrepared prepare(SqlText statement, List<@Nullable SqlType> parameterTypes) {
    return prepare(statement, parameterTypes, Cancellation.withoutDeadline());
  }

  /** Variant of {@link #prepare(SqlText, List)} with a cancellation and the session's limit. */
  public SqlPrepared prepare(
      SqlText statement, List<@Nullable SqlType> parameterTypes, Cancellation cancellation) {
    SqlPrepared prepared =
        planning(statement, cancellation, () -> commands.prepare(statement, parameterTypes));
    tracing.prepared(prepared);
    return prepared;
  }

  private SqlPrepared planning(
      SqlText statement, Cancellation cancellation, Supplier<SqlPrepared> work) {
    try {
      return failing(() -> Interruption.call(runner.limited(cancellation), work));
    } catch (ColonnadeException e) {
      tracing.failed(statement.whole(), e);
      throw e;
    }
  }

  /** Returns the type of an OID; throws UNKNOWN_OBJECT if there is none. */
  public SqlType type(int oid) {
    return failing(() -> commands.type(Integer.toUnsignedLong(oid)));
  }

  /**
   * Returns a planned statement whose results have rows and references to objects in their internal
   * representation in some columns, where they are texts otherwise.
   *
   * @param columns positions from 0
   */
  public SqlPrepared withInternalColumns(SqlPrepared prepared, Set<Integer> columns) {
    return failing(() -> runner.withInternalColumns(prepared, columns));
  }

  /**
   * Returns a prepared EXECUTE or FETCH with the statement or cursor that its name stands for at
   * present, which has other columns than an earlier one; other statements as they are.
   */
  public SqlPrepared current(SqlPrepared prepared) {
    return commands.current(prepared);
  }

  /** Variant of {@link #prepare} for a statement that must not have parameters. */
  public SqlPrepared prepareAlone(SqlText statement, Cancellation cancellation) {
    return planning(statement, cancellation, () -> preparedAlone(statement));
  }

  /**
   * Returns the only statement of a text, without parsing or planning it: for event loops. Returns
   * null if the text is not known, has several statements or parameters, is a command about other
   * things than transactions, or if the catalog cannot be read without waiting.
   */
  public @Nullable SqlPrepared findPrepared(String text) {
    List<SqlText> statements = cache.find(text);
    if (statements == null || statements.size() != 1 || block.isFailed()) {
      return null;
    }
    SqlText statement = statements.getFirst();
    SessionControl command = statement.sessionCommand();
    if (command != null) {
      return command instanceof TransactionCommand ? SqlPrepared.of(statement, command) : null;
    }
    return runner.findPrepared(statement);
  }

  private SqlPrepared preparedAlone(SqlText statement) {
    SqlPrepared prepared;
    try {
      prepared = commands.prepare(statement, List.of());
    } catch (ColonnadeException e) {
      boolean isOfParameter = e.code() == ErrorCode.INDETERMINATE_TYPE && statement.hasParameters();
      throw isOfParameter ? statement.unknownParameter() : e;
    }
    if (!prepared.parameterTypes().isEmpty()) {
      throw statement.unknownParameter();
    }
    return prepared;
  }

  /**
   * Runs a statement.
   *
   * @param parameters values: of the Java class of their type, null, or text in the format of the
   *     type
   * @return the result, which the caller closes; it ends with its transaction at the latest
   */
  public SqlResult execute(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    StatementTrace trace = isPart(prepared) ? null : tracing.begin(prepared);
    if (trace == null) {
      return measured(prepared, parameters, () -> run(prepared, cancellation, parameters));
    }
    Cancellation traced = trace.traced(cancellation);
    return trace.endWith(
        trace.call(() -> measured(prepared, parameters, () -> run(prepared, traced, parameters))));
  }

  /** Returns whether a statement is executed in many parts, which the caller measures. */
  private static boolean isPart(SqlPrepared prepared) {
    CopyDescription copy = prepared.copy();
    return copy != null && copy.options().isFrom();
  }

  private SqlResult measured(
      SqlPrepared prepared, List<@Nullable Object> parameters, Supplier<SqlResult> work) {
    if (isPart(prepared)) {
      return failing(work);
    }
    StatementMonitor.Measurement measurement = monitor.begin(prepared, parameters);
    return measurement.executed(failing(work));
  }

  /**
   * Measures a COPY FROM, which {@code work} executes in parts.
   *
   * @param work returns the number of rows
   */
  public long measureCopy(SqlPrepared prepared, LongSupplier work) {
    StatementMonitor.Measurement measurement = monitor.begin(prepared, List.of());
    StatementTrace trace = tracing.begin(prepared);
    long rowCount = trace == null ? work.getAsLong() : trace.call(work::getAsLong);
    measurement.ended(1, rowCount);
    if (trace != null) {
      trace.end(rowCount);
    }
    return rowCount;
  }

  /** Starts the progress report of a COPY, which the caller closes. */
  public CommandProgress reportCopy(CopyDescription copy) {
    return context.activity().progress().begin(copy.command(), copy.tableId());
  }

  /** Returns space for temporary files of a statement, within {@code temp_file_limit}. */
  public SpillSpace newTemporaryFiles() {
    return context.resources().spill().newSpace(settings.bytes("temp_file_limit"));
  }

  private SqlResult run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    settings.refreshServerState();
    SessionControl command = prepared.sessionCommand();
    if (command != null && isEnd(command)) {
      return commands.run(prepared, command, cancellation, parameters);
    }
    block.requireNotFailed();
    if (implicit && block.isNone()) {
      block.beginImplicit();
    }
    return command != null
        ? commands.run(prepared, command, cancellation, parameters)
        : runner.run(prepared, cancellation, parameters);
  }

  /**
   * Runs a statement for each of many rows of parameters, as one batch in one transaction. To be
   * called in a transaction, or after {@link #beginImplicit}. The effect is that of {@linkplain
   * #execute(SqlPrepared, Cancellation, List) executing} the rows one after the other, or none.
   *
   * @return for each row of parameters the number of rows that it changed; null if nothing was done
   *     and they have to be executed one after the other, because the statement does not support
   *     batches, or because one of the rows fails
   */
  public long @Nullable [] tryExecuteBatch(
      SqlPrepared prepared, Cancellation cancellation, List<List<@Nullable Object>> rows) {
    if (rows.size() < 2 || prepared.sessionCommand() != null || block.isFailed()) {
      return null;
    }
    return failing(
        () -> {
          if (implicit && block.isNone()) {
            block.beginImplicit();
          }
          if (block.isNone()) {
            return null;
          }
          StatementMonitor.Measurement measurement = monitor.begin(prepared, List.of());
          StatementTrace trace = tracing.begin(prepared);
          long[] counts =
              trace == null
                  ? runner.tryExecuteBatch(prepared, cancellation, rows)
                  : trace.call(
                      () -> runner.tryExecuteBatch(prepared, trace.traced(cancellation), rows));
          if (counts != null) {
            long rowCount = LongStream.of(counts).sum();
            measurement.ended(rows.size(), rowCount);
            if (trace != null) {
              trace.end(rowCount);
            }
          }
          return counts;
        });
  }

  /**
   * Variant of {@link #execute(SqlPrepared, Cancellation, List)} for event loops, which must not
   * block.
   *
   * @throws WouldBlockException if the statement has to run where it may block; it has had no
   *     effect
   */
  public SqlResult executeWithoutBlocking(SqlPrepared prepared, List<@Nullable Object> parameters) {
    SessionControl command = prepared.sessionCommand();
    if (block.isFailed() || (implicit && block.isNone()) || (command != null && !block.isNone())) {
      throw new WouldBlockException();
    }
    StatementTrace trace = tracing.begin(prepared);
    return trace == null
        ? runWithoutBlocking(prepared, command, parameters)
        : trace.endWith(trace.call(() -> runWithoutBlocking(prepared, command, parameters)));
  }

  private SqlResult runWithoutBlocking(
      SqlPrepared prepared, @Nullable SessionControl command, List<@Nullable Object> parameters) {
    settings.refreshServerState();
    StatementMonitor.Measurement measurement = monitor.begin(prepared, parameters);
    if (command != null) {
      return measurement.executed(commands.runWithoutBlocking(prepared, command));
    }
    try {
      return measurement.executed(runner.runWithoutBlocking(prepared, parameters));
    } catch (WouldBlockException e) {
      throw e;
    } catch (ColonnadeException e) {
      if (!block.isNone()) {
        block.fail();
      }
      throw details.shown(e);
    } catch (RuntimeException | Error e) {
      if (!block.isNone()) {
        block.fail();
      }
      throw e;
    }
  }

  /**
   * Changes or locks rows without SQL, as a statement of the session's transaction block.
   *
   * @param action what {@code work} does, for the refusal of a read-only transaction: "write rows"
   * @param work is repeated after a conflict, without the effects of the attempt before
   */
  public <T extends @Nullable Object> T changeRows(
      String action, Cancellation cancellation, Function<StatementTransaction, T> work) {
    return failing(() -> rows.change(action, runner.limited(cancellation), work));
  }

  /** Begins to read rows without SQL, as a statement of the session's transaction block. */
  public RowQuery queryRows(Cancellation cancellation) {
    return failing(() -> rows.query(runner.limited(cancellation)));
  }

  /**
   * Runs the only statement of a text.
   *
   * @param parameters values of {@code ?} or {@code $1}, ...
   * @return the result, which the caller closes
   */
  public SqlResult execute(String sql, @Nullable Object... parameters) {
    return execute(sql, Cancellation.withoutDeadline(), parameters);
  }

  /** Variant of {@link #execute(String, Object...)} that can be canceled at any time. */
  public SqlResult execute(String sql, Cancellation cancellation, @Nullable Object... parameters) {
    SqlText statement = single(sql);
    SqlPrepared prepared =
        parameters.length == 0 || statement.sessionCommand() != null
            ? prepareAlone(statement, cancellation)
            : SqlPrepared.planned(statement, List.of());
    return execute(prepared, cancellation, Arrays.asList(parameters.clone()));
  }

  /** Returns the parameter types and result columns of the only statement of a text. */
  public SqlDescription describe(String sql) {
    SqlPrepared prepared = prepare(single(sql), List.of());
    return new SqlDescription(prepared.parameterTypes(), prepared.columns());
  }

  private SqlText single(String sql) {
    List<SqlText> statements = parse(sql);
    if (statements.size() != 1) {
      block.fail();
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          statements.isEmpty()
              ? "syntax error at end of input"
              : "cannot insert multiple commands into a prepared statement");
    }
    return statements.getFirst();
  }

  /** Returns a statement whose literals have their present values in later executions, too. */
  public SqlPrepared fixLiterals(SqlPrepared statement) {
    return failing(() -> runner.fixLiterals(statement));
  }

  /** Adds a prepared statement of the protocol with the text that the client sent. */
  public void addPrepared(String name, SqlPrepared statement, String query) {
    PreparedStatements.Origin origin = new PreparedStatements.Origin(query, false, nowMicros());
    statements().add(name, fixLiterals(statement), origin);
  }

  /** Fails the transaction, if there is one: a request outside of its statements has failed. */
  public void fail() {
    block.fail();
  }

  /** Returns the named prepared statements of the session. */
  public PreparedStatements statements() {
    return commands.statements();
  }

  /** Returns the cursors of the session. */
  public SqlCursors cursors() {
    return commands.cursors();
  }

  /** Returns the session's number, which is unique in the server process. */
  public int number() {
    return context.sessionNumber();
  }

  /** Records that a client's statement begins, for other sessions. */
  public void began(String query) {
    context.activity().began(query, settings.get(APPLICATION_NAME), nowMicros());
  }

  /** Records that the session waits for its client, for other sessions. */
  public void waits() {
    textMemory.close();
    ActivityState state =
        switch (transactionStatus()) {
          case IDLE -> ActivityState.IDLE;
          case ACTIVE -> ActivityState.IDLE_IN_TRANSACTION;
          case FAILED -> ActivityState.IDLE_IN_FAILED_TRANSACTION;
        };
    context.activity().ended(state, nowMicros());
  }

  private long nowMicros() {
    return TimeUnit.NANOSECONDS.toMicros(context.epochNanos());
  }

  /** Returns the notifications of the session. */
  public SessionNotifications notifications() {
    return context.notifications();
  }

  /** Sets the receiver of other sessions' requests to this session, until it is closed. */
  public void receiveSignals(SessionSignals signals) {
    context.receiveSignals(signals);
  }

  /** Returns the state of the session's transaction. */
  public TransactionStatus transactionStatus() {
    if (block.isFailed()) {
      return TransactionStatus.FAILED;
    }
    return block.isNone() ? TransactionStatus.IDLE : TransactionStatus.ACTIVE;
  }

  /**
   * Begins an implicit transaction with the next statement, which BEGIN turns into an explicit one.
   * No effect within a transaction.
   */
  public void beginImplicit() {
    implicit = true;
  }

  /**
   * Ends the implicit transaction after a failure, of a statement or of anything else: rolls it
   * back. An explicit one is failed.
   */
  public void abandonImplicit() {
    block.fail();
    endImplicit(Cancellation.withoutDeadline());
  }

  /**
   * Commits the implicit transaction, or rolls it back if a statement has failed or {@code
   * cancellation} is canceled.
   */
  public void endImplicit(Cancellation cancellation) {
    implicit = false;
    if (!block.isNone() && !block.isExplicit()) {
      try {
        tracing.commit(() -> commands.commit(cancellation));
      } catch (ColonnadeException e) {
        throw StatementErrors.ended(e);
      }
    }
  }

  /** Sets the context of the trace that came with a request; null if none came. */
  public void trace(@Nullable TraceContext request) {
    tracing.follow(request);
  }

  /** Returns the settings of this session. */
  public SessionSettings settings() {
    return settings;
  }

  /** Removes and returns the notices since the last call. */
  public List<SqlNotice> takeNotices() {
    return notices.take();
  }

  /**
   * Rolls back the running transaction, and drops the session's temporary tables. Idempotent. May
   * wait.
   */
  @Override
  public void close() {
    if (!block.isNone()) {
      block.rollback();
    }
    commands.closeCursors();
    context.advisoryLocks().endTransaction();
    context.advisoryLocks().unlockAll();
    textMemory.close();
    context.ended();
  }

  private static boolean isEnd(SessionControl command) {
    return command instanceof TransactionCommand.Commit
        || command instanceof TransactionCommand.Rollback
        || command instanceof TransactionCommand.RollbackTo
        || (command instanceof TransactionCommand.TwoPhase step && step.isPrepare());
  }

  /** Runs {@code work}; a failure fails the transaction. */
  private <T extends @Nullable Object> T failing(Supplier<T> work) {
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } catch (ColonnadeException e) {
      throw StatementErrors.ended(details.shown(e));
    } catch (RuntimeException e) {
      throw StatementErrors.of(e);
    } finally {
      if (!done) {
        block.fail();
      }
    }
  }
}
