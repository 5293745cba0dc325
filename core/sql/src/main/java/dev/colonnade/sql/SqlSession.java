package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of one user, one after the other, each on its own or several in a
 * transaction. One thread at a time; what it runs may wait for locks and for the disk.
 *
 * <p>A statement that fails on its own because others were faster is run again; one in a
 * transaction fails, and the transaction with it: until its end, or the way back to a savepoint,
 * everything else is refused with TRANSACTION_NOT_ACTIVE.
 *
 * <p>Who runs several statements of one text, or messages up to a Sync, puts them between {@link
 * #beginImplicit} and {@link #endImplicit}; a statement that stands alone is cheaper without, and
 * is run again if it has to be.
 */
public final class SqlSession implements AutoCloseable {
  private final SqlEngine engine;
  private final SqlSessionContext ground;
  private final SessionSettings settings;
  private final TransactionBlock block;
  private final StatementRunner runner;
  private final SessionCommands commands;
  private final List<SqlNotice> notices = new ArrayList<>();
  private boolean implicit;

  SqlSession(SqlEngine engine, SqlSessionContext ground, SessionSettings settings) {
    this.engine = requireNonNull(engine, "engine is null");
    this.ground = requireNonNull(ground, "ground is null");
    this.settings = requireNonNull(settings, "settings is null");
    block = new TransactionBlock(ground, settings);
    runner = new StatementRunner(engine, ground, block, settings, this::notice);
    commands = new SessionCommands(new SessionCommands.Parts(this, engine, ground, block, runner));
  }

  /**
   * The statements of a text; empty ones are left out.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position in the whole text
   */
  public List<SqlText> parse(String text) {
    try {
      return engine.parse(text);
    } catch (ColonnadeException e) {
      block.fail();
      throw e;
    }
  }

  /**
   * Makes a statement ready to run. It is planned now, and again by itself when the catalogue has
   * changed.
   *
   * @param parameterTypes what is known of the types of its parameters; null where nothing is
   */
  public SqlPrepared prepare(SqlText statement, List<@Nullable SqlType> parameterTypes) {
    return failing(() -> prepared(statement, parameterTypes));
  }

  /** As {@link #prepare}, of a statement for which nobody gives parameters. */
  public SqlPrepared prepareAlone(SqlText statement) {
    return failing(() -> preparedAlone(statement));
  }

  private SqlPrepared preparedAlone(SqlText statement) {
    SqlPrepared prepared;
    try {
      prepared = prepared(statement, List.of());
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.INDETERMINATE_TYPE ? unknownParameter() : e;
    }
    if (!prepared.parameterTypes().isEmpty()) {
      throw unknownParameter();
    }
    return prepared;
  }

  private static ColonnadeException unknownParameter() {
    return new ColonnadeException(ErrorCode.UNKNOWN_PARAMETER, "there is no parameter $1");
  }

  private SqlPrepared prepared(SqlText statement, List<@Nullable SqlType> parameterTypes) {
    if (statement.node() instanceof SqlSessionCommand node) {
      return commands.prepared(statement, node.command(), parameterTypes);
    }
    return planned(statement, parameterTypes);
  }

  /** A statement with its plan. */
  SqlPrepared planned(SqlText statement, List<@Nullable SqlType> parameterTypes) {
    requireNotFailed();
    SqlPrepared prepared =
        SqlPrepared.planned(
            statement, Collections.unmodifiableList(new ArrayList<>(parameterTypes)));
    runner.plan(prepared, block.look());
    return prepared;
  }

  /**
   * Runs a statement.
   *
   * @param parameters values: of the Java class of their type, null, or text that is read as the
   *     type says
   * @return the result, which the caller closes; it ends with its transaction at the latest
   */
  public SqlResult execute(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    return failing(() -> run(prepared, cancellation, parameters));
  }

  private SqlResult run(
      SqlPrepared prepared, Cancellation cancellation, List<@Nullable Object> parameters) {
    SessionCommand command = prepared.sessionCommand();
    if (command != null && isEnd(command)) {
      return commands.run(prepared, command, cancellation, parameters);
    }
    requireNotFailed();
    if (implicit && block.isNone()) {
      block.beginImplicit();
    }
    return command != null
        ? commands.run(prepared, command, cancellation, parameters)
        : runner.run(prepared, cancellation, parameters);
  }

  /**
   * Runs a statement for each of many rows of parameters, in one go and all in one transaction: to
   * be called within one, or after {@link #beginImplicit}. It is as if they had been {@linkplain
   * #execute(SqlPrepared, Cancellation, List) run} one after the other, or as if nothing had.
   *
   * @return for each how many rows it changed; null if nothing was done and they have to be run one
   *     after the other, because it is not that kind of statement, or because one of them fails
   */
  public long @Nullable [] tryExecuteMany(
      SqlPrepared prepared, Cancellation cancellation, List<List<@Nullable Object>> rows) {
    if (rows.size() < 2 || prepared.sessionCommand() != null || block.isFailed()) {
      return null;
    }
    return failing(
        () -> {
          if (implicit && block.isNone()) {
            block.beginImplicit();
          }
          return block.isNone() ? null : runner.tryRunMany(prepared, cancellation, rows);
        });
  }

  /**
   * Returns the result, if the statement runs without waiting; null otherwise. Failures are thrown
   * as by {@link #execute(SqlPrepared, Cancellation, List)}. Event loops may call it.
   */
  public @Nullable SqlResult tryExecute(SqlPrepared prepared, List<@Nullable Object> parameters) {
    requireNonNull(prepared, "prepared is null");
    requireNonNull(parameters, "parameters is null");
    SessionCommand command = prepared.sessionCommand();
    if (!block.isNone()) {
      return block.isFailed() || command != null ? null : tryInBlock(prepared, parameters);
    }
    if (implicit) {
      return null;
    }
    return command == null
        ? runner.tryRun(prepared, parameters)
        : commands.tryRun(prepared, command);
  }

  private @Nullable SqlResult tryInBlock(SqlPrepared prepared, List<@Nullable Object> parameters) {
    try {
      return runner.tryRunInBlock(prepared, parameters);
    } catch (RuntimeException | Error e) {
      block.fail();
      throw e;
    }
  }

  /**
   * Runs the one statement of a text.
   *
   * @param parameters values of {@code ?} or {@code $1}, ...
   * @return the result, which the caller closes
   */
  public SqlResult execute(String sql, @Nullable Object... parameters) {
    return execute(sql, Cancellation.withoutDeadline(), parameters);
  }

  /** As {@link #execute(String, Object...)}; {@code cancellation} ends it at any time. */
  public SqlResult execute(String sql, Cancellation cancellation, @Nullable Object... parameters) {
    SqlText statement = single(sql);
    return failing(
        () -> {
          SqlPrepared prepared =
              parameters.length == 0 || statement.node() instanceof SqlSessionCommand
                  ? preparedAlone(statement)
                  : SqlPrepared.planned(statement, List.of());
          List<@Nullable Object> values = new ArrayList<>();
          Collections.addAll(values, parameters);
          return run(prepared, cancellation, Collections.unmodifiableList(values));
        });
  }

  /** What the one statement of a text takes and gives. */
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

  /** The session's statements that have names. */
  public PreparedStatements statements() {
    return commands.statements();
  }

  /** The query that a cursor of DECLARE goes through, or null if there is no such cursor. */
  public @Nullable SqlPrepared cursorQuery(String name) {
    return commands.cursorQuery(name);
  }

  /** What clients call the session by: no two have the same number. */
  public int number() {
    return ground.sessionNumber();
  }

  public TransactionStatus transactionStatus() {
    if (block.isFailed()) {
      return TransactionStatus.FAILED;
    }
    return block.isNone() ? TransactionStatus.IDLE : TransactionStatus.ACTIVE;
  }

  /**
   * From here on statements share one transaction, unless BEGIN makes it a real one. Does nothing
   * within a transaction.
   */
  public void beginImplicit() {
    implicit = true;
  }

  /** Commits what was begun implicitly, or rolls it back if a statement has failed. */
  public void endImplicit() {
    implicit = false;
    if (!block.isNone() && !block.isExplicit()) {
      commands.commit();
    }
  }

  /** The settings of this session, and who is told of their changes. */
  public SessionSettings settings() {
    return settings;
  }

  /** What there is to say since this was asked last. */
  public List<SqlNotice> takeNotices() {
    List<SqlNotice> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  /** How many notices nobody has taken yet. */
  int noticeCount() {
    return notices.size();
  }

  /** Takes back what was said since there were so many notices. */
  void forgetNotices(int count) {
    notices.subList(Math.min(count, notices.size()), notices.size()).clear();
  }

  void notice(SqlNotice notice) {
    if (notice.isHeard(settings.show("client_min_messages"))) {
      notices.add(notice);
    }
  }

  /**
   * Rolls back what is going on, and drops the session's temporary tables. Closing twice is
   * harmless. May wait.
   */
  @Override
  public void close() {
    if (!block.isNone()) {
      block.rollback();
    }
    commands.closeCursors();
    ground.advisoryLocks().endTransaction();
    ground.advisoryLocks().unlockAll();
    ground.ended();
  }

  private static boolean isEnd(SessionCommand command) {
    return command instanceof SessionCommand.Commit
        || command instanceof SessionCommand.Rollback
        || command instanceof SessionCommand.RollbackTo;
  }

  private void requireNotFailed() {
    if (block.isFailed()) {
      throw new ColonnadeException(
          ErrorCode.TRANSACTION_NOT_ACTIVE,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /** Fails the transaction with what fails within it. */
  private <T extends @Nullable Object> T failing(Supplier<T> work) {
    boolean done = false;
    try {
      T result = work.get();
      done = true;
      return result;
    } catch (ColonnadeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw SqlErrors.of("", e);
    } finally {
      if (!done) {
        block.fail();
      }
    }
  }
}
