package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.notification.SessionNotifications;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.session.cursor.SqlCursors;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.command.SessionCommand;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Commands about the session itself: transactions, prepared statements, cursors. One thread. */
public final class SessionCommands implements DoBlockSession.Commands {
  private final SessionComponents components;
  private final PreparedStatements statements = new PreparedStatements();
  private final SqlCursors cursors = new SqlCursors();
  private final TransactionControl control;
  private final TransactionCommands transactions;
  private final PreparedStatementCommands prepared;
  private final CursorCommands cursorCommands;
  private final DoBlockRunner blocks;

  public SessionCommands(SessionComponents components) {
    this.components = requireNonNull(components, "components is null");
    this.control = new TransactionControl(components.block(), cursors);
    this.transactions = new TransactionCommands(components, control);
    this.prepared = new PreparedStatementCommands(components, statements);
    this.cursorCommands = new CursorCommands(components, cursors);
    this.blocks = new DoBlockRunner(components, control, this);
    components.context().cursors(cursors);
  }

  /** Prepares a statement, which is planned unless it is a command. */
  public SqlPrepared prepare(SqlText text, List<@Nullable SqlType> parameterTypes) {
    SessionControl command = text.sessionCommand();
    return command != null
        ? prepare(text, command, parameterTypes)
        : components.runner().prepare(text, parameterTypes);
  }

  /** Prepares a command, with the statement or query that it refers to. */
  @Override
  public SqlPrepared prepare(
      SqlText text, SessionControl command, List<@Nullable SqlType> parameterTypes) {
    if (command instanceof PreparedCommand.Execute || command instanceof CursorCommand.Fetch) {
      components.block().requireNotFailed();
    }
    return switch (command) {
      case PreparedCommand.Execute execute ->
          SqlPrepared.executing(text, command, statements.require(execute.name()));
      case PreparedCommand.ExplainExecute explain -> prepared.prepareExplain(text, explain);
      case CursorCommand.Declare declare ->
          cursorCommands.prepareDeclare(text, declare, parameterTypes);
      case CursorCommand.Fetch fetch when !fetch.move() ->
          SqlPrepared.executing(text, fetch, cursorCommands.query(fetch.name()));
      default -> SqlPrepared.of(text, command);
    };
  }

  /**
   * Returns an EXECUTE or FETCH with the statement or query that its name stands for at present;
   * the command itself if that is the same, or if there is none.
   */
  public SqlPrepared current(SqlPrepared known) {
    SqlPrepared target =
        switch (known.sessionCommand()) {
          case PreparedCommand.Execute execute -> statements.find(execute.name());
          case CursorCommand.Fetch fetch when !fetch.move() -> cursors.queryOf(fetch.name());
          case null, default -> null;
        };
    SessionControl command = known.sessionCommand();
    return target == null || command == null || target.equals(known.target())
        ? known
        : SqlPrepared.executing(known.text(), command, target);
  }

  /** Returns the type of an OID; throws UNKNOWN_OBJECT if there is none. */
  public SqlType type(long oid) {
    components.block().requireNotFailed();
    return components.cache().type(oid, components.block().look());
  }

  /** Returns the named prepared statements of the session. */
  public PreparedStatements statements() {
    return statements;
  }

  /** Returns the cursors of the session. */
  public SqlCursors cursors() {
    return cursors;
  }

  /** Runs a prepared command. */
  @Override
  public SqlResult run(
      SqlPrepared statement,
      SessionControl command,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    return switch (command) {
      case PreparedCommand.Execute execute ->
          prepared.execute(statement, execute, statements.require(execute.name()), cancellation);
      case PreparedCommand.ExplainExecute explain ->
          prepared.execute(statement, explain.execute(), statement.target(), cancellation);
      case CursorCommand.Fetch fetch ->
          cursorCommands.fetch(statement, fetch, components.runner().limited(cancellation));
      case CursorCommand.Declare declare -> {
        cursorCommands.declare(
            statement.text(), declare, statement.target(), cancellation, parameters);
        yield done(statement.command());
      }
      case CursorCommand.Close close -> {
        cursors.close(close.name());
        yield done(statement.command());
      }
      case PreparedCommand other -> {
        prepared.run(statement.text(), other);
        yield done(statement.command());
      }
      case TransactionCommand transaction -> done(run(statement, transaction, cancellation));
      case SessionCommand session -> {
        run(statement.text(), session, cancellation);
        yield done(statement.command());
      }
    };
  }

  private static SqlResult done(String tag) {
    return new SqlResult(StatementResult.changed(tag, 0), null, SqlResult.Listener.NONE);
  }

  /**
   * Variant of {@link #run} outside of a transaction.
   *
   * @throws WouldBlockException if the command may have to wait
   */
  public SqlResult runWithoutBlocking(SqlPrepared statement, SessionControl command) {
    return switch (command) {
      case SessionCommand.Discard _,
          SessionCommand.Unlisten _,
          PreparedCommand.Deallocate _,
          CursorCommand.Close _,
          TransactionCommand.Begin _ ->
          run(statement, command, Cancellation.withoutDeadline(), List.of());
      case SessionCommand _, PreparedCommand _, CursorCommand _, TransactionCommand _ ->
          throw new WouldBlockException();
    };
  }

  /** Runs a command and returns its tag. */
  private String run(SqlPrepared statement, TransactionCommand command, Cancellation cancellation) {
    switch (command) {
      case TransactionCommand.Begin begin -> transactions.begin(statement.text(), begin.modes());
      case TransactionCommand.Commit commit -> {
        return transactions.commit(commit.chain(), cancellation);
      }
      case TransactionCommand.Rollback rollback -> {
        return transactions.end(false, rollback.chain());
      }
      case TransactionCommand.Savepoint savepoint -> {
        requireBlock("SAVEPOINT");
        components.block().savepoint(savepoint.name());
      }
      case TransactionCommand.Release release -> {
        requireBlock("RELEASE SAVEPOINT");
        components.block().release(release.name());
      }
      case TransactionCommand.RollbackTo rollback -> {
        requireBlock("ROLLBACK TO SAVEPOINT");
        control.rollbackTo(rollback.name());
      }
      case TransactionCommand.SetTransaction set when set.session() ->
          transactions.setDefaults(set.modes());
      case TransactionCommand.SetTransaction set ->
          transactions.setTransaction(statement.text(), set.modes());
      case TransactionCommand.SetSnapshot set ->
          transactions.importSnapshot(set.identifier(), blocks.isRunning());
      case TransactionCommand.SetConstraints set -> transactions.setConstraints(set, cancellation);
      case TransactionCommand.Lock lock -> {
        requireBlock("LOCK TABLE");
        TableLocks.lock(lock, components, cancellation);
      }
      case TransactionCommand.TwoPhase step -> {
        return transactions.twoPhase(step);
      }
    }
    return statement.command();
  }

  private void run(SqlText text, SessionCommand command, Cancellation cancellation) {
    switch (command) {
      case SessionCommand.Discard discard -> discard(discard.target());
      case SessionCommand.Do block -> blocks.run(text, block, cancellation);
      case SessionCommand.Listen(String channel, int _) ->
          notifying(notifications -> notifications.listen(channel));
      case SessionCommand.Notify(String channel, String payload, int _) ->
          notifying(notifications -> notifications.send(channel, requireNonNullElse(payload, "")));
      case SessionCommand.Unlisten(String channel, int _) ->
          notifying(notifications -> notifications.unlisten(channel));
      case SessionCommand.CallProcedure _ -> throw unsupported("CALL");
    }
  }

  /** Changes the notifications of the transaction, or at once if there is none. */
  private void notifying(Consumer<SessionNotifications> change) {
    SessionNotifications notifications = components.context().notifications();
    change.accept(notifications);
    if (components.block().isNone()) {
      notifications.commit();
    }
  }

  private static ColonnadeException unsupported(String command) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, command + " is not supported");
  }

  /** Commits the session's transaction, or rolls it back if a statement has failed. */
  public void commit(Cancellation cancellation) {
    Interruption.run(components.runner().limited(cancellation), () -> control.commit());
  }

  /** Ends the session: closes its cursors. */
  public void closeCursors() {
    cursors.close(null);
  }

  private void requireBlock(String command) {
    transactions.requireBlock(command, blocks.isRunning());
  }

  private void discard(String target) {
    switch (target) {
      case "PLANS" -> statements.discardPlans();
      case "SEQUENCES" -> components.context().discardSequences();
      case "TEMPORARY" -> discardTemporary();
      default -> discardAll();
    }
  }

  private void discardAll() {
    if (!components.block().isNone()) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
    }
    statements.clear();
    cursors.close(null);
    components.settings().resetUsers();
    components.settings().resetAll();
    components.context().notifications().close();
    components.context().advisoryLocks().unlockAll();
    components.context().discardSequences();
    components.context().dropTemporary();
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
}
