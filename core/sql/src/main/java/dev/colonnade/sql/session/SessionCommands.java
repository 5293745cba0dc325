package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.TransactionModes;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Commands about the session itself: transactions, prepared statements, cursors. One thread. */
public final class SessionCommands implements DoBlockSession.Commands {
  private final SessionComponents components;
  private final PreparedStatements statements = new PreparedStatements();
  private final SqlCursors cursors = new SqlCursors();
  private final TransactionControl control;
  private final TransactionCommands transactions;
  private final DoBlockRunner blocks;

  public SessionCommands(SessionComponents components) {
    this.components = requireNonNull(components, "components is null");
    this.control = new TransactionControl(components.block(), cursors);
    this.transactions = new TransactionCommands(components, control);
    this.blocks = new DoBlockRunner(components, control, this);
  }

  /** Prepares a statement, which is planned unless it is a command. */
  public SqlPrepared prepare(SqlText text, List<@Nullable SqlType> parameterTypes) {
    SessionCommand command = text.sessionCommand();
    return command != null
        ? prepare(text, command, parameterTypes)
        : components.runner().prepare(text, parameterTypes);
  }

  /** Prepares a command, with the statement or query that it refers to. */
  @Override
  public SqlPrepared prepare(
      SqlText text, SessionCommand command, List<@Nullable SqlType> parameterTypes) {
    return switch (command) {
      case SessionCommand.Execute(String name, List<SqlNode> _) ->
          SqlPrepared.executing(text, command, statements.require(name));
      case SessionCommand.DeclareCursor declare ->
          SqlPrepared.executing(text, declare, query(text, declare, parameterTypes));
      case SessionCommand.Fetch fetch when !fetch.isMove() ->
          SqlPrepared.executing(text, fetch, cursors.require(fetch.cursor()).query());
      default -> SqlPrepared.of(text, command);
    };
  }

  /** Returns the named prepared statements of the session. */
  public PreparedStatements statements() {
    return statements;
  }

  /** Returns the query of a cursor; null if there is no cursor of the name. */
  public @Nullable SqlPrepared cursorQuery(String name) {
    return cursors.queryOf(name);
  }

  private SqlPrepared query(
      SqlText text, SessionCommand.DeclareCursor declare, List<@Nullable SqlType> types) {
    int start = SqlErrors.position(text.text(), declare.start()) - 1;
    try {
      SqlText query = components.cache().parse(text.text().substring(start)).getFirst();
      return components.runner().prepare(query, types);
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, start);
    }
  }

  /** Runs a prepared command. */
  @Override
  public SqlResult run(
      SqlPrepared statement,
      SessionCommand command,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    if (command instanceof SessionCommand.Execute execute) {
      return execute(statement, execute, cancellation);
    }
    if (command instanceof SessionCommand.Fetch fetch) {
      return fetch(statement, fetch, components.runner().limited(cancellation));
    }
    if (command instanceof SessionCommand.DeclareCursor declare) {
      declare(declare, statement.target(), cancellation, parameters);
    }
    String tag = run(statement.text(), command, cancellation);
    return new SqlResult(
        statement.text().text(), StatementResult.changed(tag, 0), null, SqlResult.Listener.NONE);
  }

  /**
   * Variant of {@link #run} outside of a transaction.
   *
   * @throws WouldBlockException if the command may have to wait
   */
  public SqlResult runWithoutBlocking(SqlPrepared statement, SessionCommand command) {
    return switch (command) {
      case SessionCommand.Discard _,
          SessionCommand.Deallocate _,
          SessionCommand.CloseCursor _,
          SessionCommand.Begin _,
          SessionCommand.Nothing _ ->
          run(statement, command, Cancellation.withoutDeadline(), List.of());
      case SessionCommand.Commit _,
          SessionCommand.Rollback _,
          SessionCommand.Savepoint _,
          SessionCommand.Release _,
          SessionCommand.RollbackTo _,
          SessionCommand.SetTransaction _,
          SessionCommand.ImportSnapshot _,
          SessionCommand.SetConstraints _,
          SessionCommand.SetCharacteristics _,
          SessionCommand.Prepare _,
          SessionCommand.Execute _,
          SessionCommand.DeclareCursor _,
          SessionCommand.Fetch _,
          SessionCommand.LockTables _,
          SessionCommand.Block _,
          SessionCommand.Unsupported _ ->
          throw new WouldBlockException();
    };
  }

  /** Runs a command and returns its tag. */
  private String run(SqlText text, SessionCommand command, Cancellation cancellation) {
    switch (command) {
      case SessionCommand.Begin begin -> transactions.begin(text, begin.modes());
      case SessionCommand.Commit(boolean chain) -> {
        return transactions.end(true, chain);
      }
      case SessionCommand.Rollback(boolean chain) -> {
        return transactions.end(false, chain);
      }
      case SessionCommand.Savepoint(String name) -> {
        requireBlock("SAVEPOINT");
        components.block().savepoint(name);
      }
      case SessionCommand.Release(String name) -> {
        requireBlock("RELEASE SAVEPOINT");
        components.block().release(name);
      }
      case SessionCommand.RollbackTo(String name) -> {
        requireBlock("ROLLBACK TO SAVEPOINT");
        control.rollbackTo(name);
      }
      case SessionCommand.SetTransaction(TransactionModes modes) ->
          transactions.setTransaction(text, modes);
      case SessionCommand.ImportSnapshot(String name) ->
          transactions.importSnapshot(name, blocks.isRunning());
      case SessionCommand.SetCharacteristics(TransactionModes modes) ->
          transactions.setDefaults(modes);
      case SessionCommand.SetConstraints set -> transactions.setConstraints(set, cancellation);
      case SessionCommand.Prepare prepare -> prepare(text, prepare);
      case SessionCommand.Deallocate(String name) -> deallocate(name);
      case SessionCommand.Discard(SessionCommand.Discarded what) -> discard(what);
      case SessionCommand.CloseCursor(String name) -> cursors.close(name);
      case SessionCommand.LockTables lock -> lock(lock, cancellation);
      case SessionCommand.Block block -> blocks.run(text, block, cancellation);
      case SessionCommand.Nothing _, SessionCommand.DeclareCursor _ -> {}
      case SessionCommand.Unsupported(String tag) ->
          throw new ColonnadeException(ErrorCode.UNSUPPORTED, tag + " is not supported");
      case SessionCommand.Execute _, SessionCommand.Fetch _ ->
          throw new IllegalStateException("not run here");
    }
    return command.tag();
  }

  private void declare(
      SessionCommand.DeclareCursor declare,
      SqlPrepared query,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    boolean isInBlock = !components.block().isNone();
    if (!isInBlock && !declare.hold()) {
      throw TransactionCommands.noBlock("DECLARE CURSOR");
    }
    cursors.requireFree(declare.name());
    Cancellation reading = Cancellation.within(cancellation);
    SqlCursor cursor =
        new SqlCursor(
            query, components.runner().open(query, reading, parameters), reading, declare.scroll());
    if (!isInBlock) {
      try {
        cursor.persist();
      } finally {
        cursor.close();
      }
    }
    cursors.declare(declare.name(), cursor, declare.hold());
  }

  private SqlResult fetch(
      SqlPrepared statement, SessionCommand.Fetch fetch, Cancellation cancellation) {
    SqlCursor cursor = cursors.require(fetch.cursor());
    StatementResult outcome =
        fetch.isMove()
            ? StatementResult.changed(fetch.tag(), cursor.move(fetch.step(), cancellation))
            : cursor.fetch(fetch.step(), cancellation);
    return new SqlResult(statement.text().text(), outcome, cancellation, SqlResult.Listener.NONE);
  }

  /** Commits the session's transaction, or rolls it back if a statement has failed. */
  public void commit() {
    control.commit();
  }

  /** Ends the session: closes its cursors. */
  public void closeCursors() {
    cursors.close(null);
  }

  private void requireBlock(String command) {
    transactions.requireBlock(command, blocks.isRunning());
  }

  private void prepare(SqlText text, SessionCommand.Prepare prepare) {
    statements.requireFree(prepare.name());
    int start = SqlErrors.position(text.text(), prepare.start()) - 1;
    SqlText statement = components.cache().parse(text.text().substring(start)).getFirst();
    List<@Nullable SqlType> types = new ArrayList<>();
    for (SqlDataTypeSpec type : prepare.types()) {
      types.add(TypeMapping.sqlType(TypeMapping.columnType(type)));
    }
    statements.add(prepare.name(), prepare(statement, types));
  }

  private SqlResult execute(
      SqlPrepared statement, SessionCommand.Execute execute, Cancellation cancellation) {
    SqlPrepared target = statements.require(execute.name());
    List<@Nullable Object> values =
        execute.arguments().isEmpty()
            ? List.of()
            : values(statement.text(), components.runner().limited(cancellation));
    int expected = target.parameterTypes().size();
    if (values.size() != expected) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "wrong number of parameters for prepared statement \"%s\"".formatted(execute.name()),
          ErrorFields.NONE.withDetail(
              "Expected %d parameters but got %d.".formatted(expected, values.size())));
    }
    return components.runner().run(target, cancellation, values);
  }

  private List<@Nullable Object> values(SqlText text, Cancellation cancellation) {
    // Parsed again, since planning changes nodes.
    List<SqlNode> arguments =
        StatementParser.parse(text.toParse()) instanceof SqlSessionCommand node
                && node.command() instanceof SessionCommand.Execute execute
            ? execute.arguments()
            : List.of();
    StatementTransaction transaction = components.block().look();
    Execution execution =
        new Execution(
            transaction,
            List.of(),
            cancellation,
            components.settings(),
            components.context().resources());
    return Interruption.call(cancellation, () -> row(text, arguments, transaction, execution));
  }

  private List<@Nullable Object> row(
      SqlText text,
      List<SqlNode> arguments,
      StatementTransaction transaction,
      Execution execution) {
    try (StatementResult outcome =
        components
            .cache()
            .row(text, arguments, transaction, components.settings())
            .run(execution)) {
      @Nullable Object[] row = outcome.next();
      return row == null ? List.of() : Arrays.asList(row);
    }
  }

  private void deallocate(@Nullable String name) {
    if (name == null) {
      statements.clear();
    } else {
      statements.require(name);
      statements.remove(name);
    }
  }

  private void discard(SessionCommand.Discarded what) {
    switch (what) {
      case ALL -> {
        if (!components.block().isNone()) {
          throw new ColonnadeException(
              ErrorCode.ACTIVE_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
        }
        statements.clear();
        cursors.close(null);
        components.settings().resetAll();
        components.context().advisoryLocks().unlockAll();
        components.context().discardSequences();
        components.context().dropTemporary();
      }
      case PLANS -> statements.discardPlans();
      case SEQUENCES -> components.context().discardSequences();
      case TEMP -> discardTemporary();
    }
  }

  private void discardTemporary() {
    TransactionBlock block = components.block();
    if (block.isNone()) {
      components.context().dropTemporary();
      return;
    }
    SchemaEntry schema = block.look().names().temporarySchema();
    if (schema != null) {
      block
          .transaction()
          .statement(LockWaitPolicy.FOREVER)
          .catalogChanges()
          .alter(
              edit -> {
                new ObjectDrop(edit, true).dropSchemas(List.of(schema));
                return schema;
              });
    }
  }

  private void lock(SessionCommand.LockTables lock, Cancellation cancellation) {
    requireBlock("LOCK TABLE");
    SessionSettings settings = components.settings();
    LockWaitPolicy wait =
        lock.noWait()
            ? LockWaitPolicy.NOWAIT
            : TransactionSettingReader.lockWait(settings, cancellation);
    StatementTransaction transaction = components.block().transaction().statement(wait);
    for (SqlIdentifier name : lock.tables()) {
      Table table = transaction.names().table(name.names);
      transaction.locks().lockTable(table, TableLockMode.of(lock.mode()));
    }
  }
}
