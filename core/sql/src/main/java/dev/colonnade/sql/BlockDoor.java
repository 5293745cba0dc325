package dev.colonnade.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.block.BlockSession;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a block sees of its session. One for each run of a block. */
final class BlockDoor implements BlockSession {
  private final SessionCommands.Parts parts;
  private final SessionCommands commands;
  private final Cancellation cancellation;
  private final boolean mayEnd;
  private boolean ended;

  BlockDoor(
      SessionCommands.Parts parts,
      SessionCommands commands,
      Cancellation cancellation,
      boolean mayEnd) {
    this.parts = parts;
    this.commands = commands;
    this.cancellation = cancellation;
    this.mayEnd = mayEnd;
  }

  /** Whether it has ended a transaction: what was done before cannot be undone. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public void check(String sql) {
    parts.engine().parse(sql);
  }

  @Override
  public List<String> split(String sql) {
    List<SqlText> texts = parts.engine().parse(sql);
    for (SqlText text : texts) {
      if (text.node() instanceof SqlSessionCommand node && isOfTransactions(node.command())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "EXECUTE of transaction commands is not implemented");
      }
    }
    return texts.stream().map(SqlText::text).toList();
  }

  private static boolean isOfTransactions(SessionCommand command) {
    return switch (command) {
      case SessionCommand.Begin _,
          SessionCommand.Commit _,
          SessionCommand.Rollback _,
          SessionCommand.Savepoint _,
          SessionCommand.Release _,
          SessionCommand.RollbackTo _ ->
          true;
      case SessionCommand.SetTransaction _,
          SessionCommand.ImportSnapshot _,
          SessionCommand.SetConstraints _,
          SessionCommand.SetCharacteristics _,
          SessionCommand.Prepare _,
          SessionCommand.Execute _,
          SessionCommand.Deallocate _,
          SessionCommand.Discard _,
          SessionCommand.DeclareCursor _,
          SessionCommand.Fetch _,
          SessionCommand.CloseCursor _,
          SessionCommand.LockTables _,
          SessionCommand.Block _,
          SessionCommand.Nothing _,
          SessionCommand.Unsupported _ ->
          false;
    };
  }

  @Override
  public BlockQuery prepare(String sql, List<@Nullable SqlType> parameterTypes) {
    SqlText text = parts.engine().parse(sql).getFirst();
    if (text.node() instanceof SqlSessionCommand node) {
      if (isOfTransactions(node.command())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "unsupported transaction command in PL/pgSQL");
      }
      return new Query(commands.prepared(text, node.command(), parameterTypes));
    }
    SqlPrepared prepared = parts.session().planned(text, parameterTypes);
    if (prepared.copy() != null) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "cannot COPY to/from client in PL/pgSQL");
    }
    return new Query(prepared);
  }

  @Override
  public void savepoint(String name) {
    parts.block().savepoint(name);
  }

  @Override
  public void release(String name) {
    parts.block().release(name);
  }

  @Override
  public void rollbackTo(String name) {
    parts.block().rollbackTo(name);
    commands.wentBack();
  }

  @Override
  public void endTransaction(boolean commit, boolean chain) {
    if (!mayEnd) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TRANSACTION_TERMINATION, "invalid transaction termination");
    }
    SessionSettings settings = parts.session().settings();
    String isolation = settings.show("transaction_isolation");
    String readOnly = settings.show("transaction_read_only");
    ended = true;
    if (commit) {
      commands.commit();
    } else {
      commands.rollback();
    }
    parts.block().beginImplicit();
    if (chain) {
      settings.setLocal("transaction_isolation", isolation);
      settings.setLocal("transaction_read_only", readOnly);
    }
  }

  @Override
  public void say(Said said) {
    SqlNotice.Severity severity = SqlNotice.Severity.valueOf(said.level().toUpperCase(Locale.ROOT));
    parts.session().notice(new SqlNotice(severity, said.sqlState(), said.message(), said.fields()));
  }

  @Override
  public void checkCanceled() {
    try {
      cancellation.check();
    } catch (ColonnadeException e) {
      throw SqlErrors.ended(e);
    }
  }

  /** A statement of the session's. */
  private final class Query implements BlockQuery {
    private final SqlPrepared prepared;

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
      return prepared.columns().stream().map(SqlColumn::name).toList();
    }

    @Override
    public List<SqlType> types() {
      return prepared.columns().stream().map(SqlColumn::type).toList();
    }

    @Override
    public BlockRows run(List<@Nullable Object> parameters) {
      SessionCommand command = prepared.sessionCommand();
      return new Rows(
          command == null
              ? parts.runner().open(prepared, cancellation, parameters)
              : commands.run(prepared, command, cancellation, parameters));
    }
  }

  /** What a statement gave. */
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
