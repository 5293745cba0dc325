package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.block.BlockSession;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.command.SessionCommand;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Session interface of one run of a DO block. One thread. */
final class DoBlockSession implements BlockSession {
  private final SessionComponents components;
  private final TransactionControl control;
  private final Commands commands;
  private final Cancellation cancellation;
  private final boolean mayEnd;
  private boolean ended;

  /** Number of statements and ends of transactions, which may have changed the catalog. */
  private long changeCount;

  /** Commands of the session that a block can run. */
  interface Commands {
    /** Prepares a command. */
    SqlPrepared prepare(
        SqlText text, SessionControl command, List<@Nullable SqlType> parameterTypes);

    /** Runs a prepared command. */
    SqlResult run(
        SqlPrepared statement,
        SessionControl command,
        Cancellation cancellation,
        List<@Nullable Object> parameters);
  }

  /**
   * Creates the interface.
   *
   * @param mayEnd whether the block is allowed to end the transaction
   */
  DoBlockSession(
      SessionComponents components,
      TransactionControl control,
      Commands commands,
      Cancellation cancellation,
      boolean mayEnd) {
    this.components = components;
    this.control = control;
    this.commands = commands;
    this.cancellation = cancellation;
    this.mayEnd = mayEnd;
  }

  /** Returns whether the block has ended a transaction, whose changes cannot be undone. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public List<String> split(String sql) {
    List<SqlText> texts = components.cache().parse(sql);
    for (SqlText text : texts) {
      SessionControl command = text.sessionCommand();
      if (command != null && isTransactionControl(command)) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "EXECUTE of transaction commands is not implemented");
      }
    }
    return texts.stream().map(SqlText::text).toList();
  }

  private static boolean isTransactionControl(SessionControl command) {
    return switch (command) {
      case TransactionCommand.Begin _,
          TransactionCommand.Commit _,
          TransactionCommand.Rollback _,
          TransactionCommand.Savepoint _,
          TransactionCommand.Release _,
          TransactionCommand.RollbackTo _,
          TransactionCommand.TwoPhase _ ->
          true;
      case TransactionCommand.SetTransaction _,
          TransactionCommand.SetSnapshot _,
          TransactionCommand.SetConstraints _,
          TransactionCommand.Lock _,
          CursorCommand _,
          PreparedCommand _,
          SessionCommand _ ->
          false;
    };
  }

  @Override
  public BlockQuery prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    SqlText text = components.cache().parse(sql).getFirst();
    SessionControl command = text.sessionCommand();
    if (command != null) {
      if (isTransactionControl(command)) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "unsupported transaction command in PL/pgSQL");
      }
      return new Query(commands.prepare(text, command, parameterTypes));
    }
    SqlPrepared prepared = components.runner().prepare(text, parameterTypes);
    if (prepared.copy() != null) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "cannot COPY to/from client in PL/pgSQL");
    }
    return new Query(prepared);
  }

  @Override
  public void savepoint(String name) {
    components.block().savepoint(name);
  }

  @Override
  public void release(String name) {
    components.block().release(name);
  }

  @Override
  public void rollbackTo(String name) {
    changeCount++;
    control.rollbackTo(name);
  }

  @Override
  public void endTransaction(boolean commit, boolean chain) {
    if (!mayEnd) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TRANSACTION_TERMINATION, "invalid transaction termination");
    }
    SessionSettings settings = components.settings();
    String isolation = settings.show("transaction_isolation");
    String readOnly = settings.show("transaction_read_only");
    ended = true;
    changeCount++;
    if (commit) {
      control.commit();
    } else {
      control.rollback();
    }
    components.block().beginImplicit();
    if (chain) {
      settings.setLocal("transaction_isolation", isolation);
      settings.setLocal("transaction_read_only", readOnly);
    }
  }

  @Override
  public void addNotice(Notice notice) {
    SqlNotice.Severity severity =
        SqlNotice.Severity.valueOf(notice.level().toUpperCase(Locale.ROOT));
    components
        .notices()
        .add(new SqlNotice(severity, notice.sqlState(), notice.message(), notice.fields()));
  }

  @Override
  public void checkCanceled() {
    try {
      cancellation.check();
    } catch (ColonnadeException e) {
      throw StatementErrors.ended(e);
    }
  }

  /** Prepared statement of the session. */
  private final class Query implements BlockQuery {
    private final SqlPrepared prepared;

    /** Expression that the statement consists of, as of {@link #expressionChanges}. */
    private @Nullable ParameterExpression expression;

    private long expressionChanges = -1;

    /** False once the statement was found to be none, so that no loop looks again. */
    private boolean mayBeExpression = true;

    /** Columns of the plan whose names and types follow. */
    private List<SqlColumn> columns = List.of();

    private List<String> names = List.of();
    private List<SqlType> types = List.of();

    Query(SqlPrepared prepared) {
      this.prepared = prepared;
    }

    @Override
    public String command() {
      return prepared.command();
    }

    @Override
    public boolean returnsRows() {
      return prepared.returnsRows() && prepared.sessionCommand() == null;
    }

    @Override
    public List<String> names() {
      readColumns();
      return names;
    }

    @Override
    public List<SqlType> types() {
      readColumns();
      return types;
    }

    @SuppressWarnings("ReferenceEquality") // a plan has the same list as long as it is in use
    private void readColumns() {
      List<SqlColumn> present = prepared.columns();
      if (present != columns) {
        columns = present;
        names = present.stream().map(SqlColumn::name).toList();
        types = present.stream().map(SqlColumn::type).toList();
      }
    }

    @Override
    public @Nullable BlockExpression expression() {
      if (mayBeExpression && expressionChanges != changeCount) {
        boolean isQuery = prepared.sessionCommand() == null;
        expression = isQuery ? components.runner().expression(prepared) : null;
        expressionChanges = changeCount;
        mayBeExpression = expression != null;
      }
      return expression == null ? null : this::value;
    }

    private @Nullable Object value(@Nullable Object[] parameters) {
      return components
          .runner()
          .value(
              prepared, requireNonNull(expression, "expression is null"), cancellation, parameters);
    }

    @Override
    public BlockRows run(List<@Nullable Object> parameters) {
      changeCount++;
      SessionControl command = prepared.sessionCommand();
      return new Rows(
          command == null
              ? components.runner().open(prepared, cancellation, parameters)
              : commands.run(prepared, command, cancellation, parameters));
    }
  }

  /** Result of a statement. */
  private record Rows(SqlResult result) implements BlockSession.BlockRows {
    @Override
    public long updateCount() {
      return result.updateCount();
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      return result.next();
    }

    @Override
    public void close() {
      result.close();
    }
  }
}
