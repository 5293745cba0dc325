package dev.colonnade.sql;

import dev.colonnade.catalog.Drops;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.SnapshotName;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.parse.TransactionModes;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.Outcome;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** What statements about the session itself do: transactions, prepared statements. One thread. */
final class SessionCommands {
  private final Parts parts;
  private final PreparedStatements statements = new PreparedStatements();
  private final Cursors cursors = new Cursors();
  private final SessionBlocks blocks;

  /** The session, and what it is made of. */
  record Parts(
      SqlSession session,
      SqlEngine engine,
      SqlSessionContext ground,
      TransactionBlock block,
      StatementRunner runner) {}

  SessionCommands(Parts parts) {
    this.parts = parts;
    this.blocks = new SessionBlocks(parts, this);
  }

  /** A command ready to run: it knows the statement that it is about. */
  SqlPrepared prepared(
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

  /** The session's statements that have names. */
  PreparedStatements statements() {
    return statements;
  }

  /** The query of a cursor, or null if there is none of the name. */
  @Nullable SqlPrepared cursorQuery(String name) {
    return cursors.queryOf(name);
  }

  private SqlPrepared query(
      SqlText text, SessionCommand.DeclareCursor declare, List<@Nullable SqlType> types) {
    int start = SqlErrors.position(text.text(), declare.start()) - 1;
    try {
      SqlText query = parts.engine().parse(text.text().substring(start)).getFirst();
      return parts.session().planned(query, types);
    } catch (ColonnadeException e) {
      throw SqlErrors.shifted(e, start);
    }
  }

  SqlResult run(
      SqlPrepared statement,
      SessionCommand command,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    if (command instanceof SessionCommand.Execute execute) {
      return execute(statement, execute, cancellation);
    }
    if (command instanceof SessionCommand.Fetch fetch) {
      return new SqlResult(statement.text().text(), fetch(fetch), SqlResult.Watcher.NONE);
    }
    if (command instanceof SessionCommand.DeclareCursor declare) {
      declare(declare, statement.target(), cancellation, parameters);
    }
    String tag = run(statement.text(), command, cancellation);
    return new SqlResult(statement.text().text(), Outcome.changed(tag, 0), SqlResult.Watcher.NONE);
  }

  /** As {@link #run} outside of a transaction; null if the command may have to wait. */
  @Nullable SqlResult tryRun(SqlPrepared statement, SessionCommand command) {
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
          null;
    };
  }

  /** Runs a command; returns its tag. */
  private String run(SqlText text, SessionCommand command, Cancellation cancellation) {
    switch (command) {
      case SessionCommand.Begin begin -> begin(text, begin.modes());
      case SessionCommand.Commit(boolean chain) -> {
        return end(true, chain);
      }
      case SessionCommand.Rollback(boolean chain) -> {
        return end(false, chain);
      }
      case SessionCommand.Savepoint(String name) -> {
        requireBlock("SAVEPOINT");
        parts.block().savepoint(name);
      }
      case SessionCommand.Release(String name) -> {
        requireBlock("RELEASE SAVEPOINT");
        parts.block().release(name);
      }
      case SessionCommand.RollbackTo(String name) -> {
        requireBlock("ROLLBACK TO SAVEPOINT");
        parts.block().rollbackTo(name);
        wentBack();
      }
      case SessionCommand.SetTransaction(TransactionModes modes) -> setTransaction(text, modes);
      case SessionCommand.ImportSnapshot(String name) -> importSnapshot(name);
      case SessionCommand.SetCharacteristics(TransactionModes modes) -> setDefaults(modes);
      case SessionCommand.SetConstraints set -> setConstraints(set, cancellation);
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
    boolean isInBlock = !parts.block().isNone();
    if (!isInBlock && !declare.hold()) {
      throw noBlock("DECLARE CURSOR");
    }
    cursors.requireFree(declare.name());
    Cursor cursor =
        new Cursor(query, parts.runner().open(query, cancellation, parameters), declare.scroll());
    if (!isInBlock) {
      try {
        cursor.persist();
      } finally {
        cursor.close();
      }
    }
    cursors.declare(declare.name(), cursor, declare.hold());
  }

  private Outcome fetch(SessionCommand.Fetch fetch) {
    Cursor cursor = cursors.require(fetch.cursor());
    return fetch.isMove()
        ? Outcome.changed(fetch.tag(), cursor.move(fetch.step()))
        : cursor.fetch(fetch.step());
  }

  /** Closes the cursors that are left. */
  void closeCursors() {
    cursors.close(null);
  }

  private void begin(SqlText text, TransactionModes modes) {
    if (parts.block().isExplicit()) {
      parts
          .session()
          .notice(
              SqlNotice.warning(
                  ErrorCode.ACTIVE_TRANSACTION, "there is already a transaction in progress"));
    } else {
      parts.block().beginExplicit();
    }
    apply(text, modes);
  }

  private void setTransaction(SqlText text, TransactionModes modes) {
    if (!parts.block().isExplicit()) {
      parts
          .session()
          .notice(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION,
                  "SET TRANSACTION can only be used in transaction blocks"));
      return;
    }
    apply(text, modes);
  }

  private void importSnapshot(String name) {
    TransactionBlock block = parts.block();
    requireNotBegun(block.hasBegun(), "SET TRANSACTION SNAPSHOT must be called before any query");
    String isolation = parts.session().settings().show("transaction_isolation");
    if (!isolation.equals("repeatable read") && !isolation.equals("serializable")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE"
              + " READ");
    }
    requireBlock("SET TRANSACTION SNAPSHOT");
    block.readAt(SnapshotName.timestamp(name));
  }

  private void apply(SqlText text, TransactionModes modes) {
    SessionSettings settings = parts.session().settings();
    boolean hasBegun = parts.block().hasBegun();
    String isolation = modes.isolation();
    if (isolation != null && !isolation.equals(settings.show("transaction_isolation"))) {
      requireNotBegun(hasBegun, "SET TRANSACTION ISOLATION LEVEL must be called before any query");
      settings.setLocal("transaction_isolation", isolation);
    }
    Boolean readOnly = modes.readOnly();
    if (readOnly != null) {
      boolean toWrite = !readOnly && settings.isOn("transaction_read_only");
      requireNotBegun(
          hasBegun && toWrite, "transaction read-write mode must be set before any query");
      settings.setLocal("transaction_read_only", readOnly ? "on" : "off");
    }
    if (modes.deferrable() != null) {
      settings.setLocal("transaction_deferrable", modes.deferrable() ? "on" : "off");
    }
    if (text.systemTime() != null) {
      requireNotBegun(hasBegun, "AS OF SYSTEM TIME must be called before any query");
      parts.block().readAt(SystemTime.resolve(text.systemTime(), parts.ground().epochNanos()));
    }
  }

  private void setConstraints(SessionCommand.SetConstraints set, Cancellation cancellation) {
    TransactionBlock block = parts.block();
    if (!block.isExplicit()) {
      parts
          .session()
          .notice(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION,
                  "SET CONSTRAINTS can only be used in transaction blocks"));
    }
    if (!block.isNone()) {
      LockWaitPolicy wait = TransactionTerms.lockWait(parts.session().settings(), cancellation);
      StatementTransaction transaction = block.transaction().statement(wait);
      transaction.setConstraints(
          ConstraintNames.find(set.names(), set.deferred(), transaction.names()), set.deferred());
    }
  }

  private static void requireNotBegun(boolean violated, String message) {
    if (violated) {
      throw new ColonnadeException(ErrorCode.ACTIVE_TRANSACTION, message);
    }
  }

  private void setDefaults(TransactionModes modes) {
    SessionSettings settings = parts.session().settings();
    if (modes.isolation() != null) {
      settings.set("default_transaction_isolation", modes.isolation());
    }
    if (modes.readOnly() != null) {
      settings.set("default_transaction_read_only", modes.readOnly() ? "on" : "off");
    }
    if (modes.deferrable() != null) {
      settings.set("default_transaction_deferrable", modes.deferrable() ? "on" : "off");
    }
  }

  private String end(boolean commit, boolean chain) {
    TransactionBlock block = parts.block();
    if (!block.isExplicit()) {
      if (chain) {
        throw noBlock((commit ? "COMMIT" : "ROLLBACK") + " AND CHAIN");
      }
      parts
          .session()
          .notice(
              SqlNotice.warning(
                  ErrorCode.NO_ACTIVE_TRANSACTION, "there is no transaction in progress"));
    }
    SessionSettings settings = parts.session().settings();
    TransactionModes modes =
        new TransactionModes(
            settings.show("transaction_isolation"), settings.isOn("transaction_read_only"), null);
    boolean committed = commit;
    if (!block.isNone()) {
      if (commit) {
        committed = commit();
      } else {
        rollback();
      }
    }
    if (chain) {
      block.beginExplicit();
      settings.setLocal("transaction_isolation", String.valueOf(modes.isolation()));
      settings.setLocal(
          "transaction_read_only", Boolean.TRUE.equals(modes.readOnly()) ? "on" : "off");
    }
    return committed ? "COMMIT" : "ROLLBACK";
  }

  /** Cursors do not outlive what was undone. */
  void wentBack() {
    cursors.wentBack();
  }

  /** Undoes what was done. */
  void rollback() {
    parts.block().rollback();
    cursors.ended();
  }

  /** Commits, or rolls back if something has failed; returns whether it has committed. */
  boolean commit() {
    TransactionBlock block = parts.block();
    boolean isKept = false;
    try {
      if (!block.isFailed()) {
        cursors.persist();
      }
      isKept = true;
    } finally {
      if (!isKept) {
        block.rollback();
        cursors.ended();
      }
    }
    try {
      return block.commit();
    } finally {
      cursors.ended();
    }
  }

  private void requireBlock(String what) {
    if (!parts.block().isExplicit() && !blocks.isRunning()) {
      throw noBlock(what);
    }
  }

  private static ColonnadeException noBlock(String what) {
    return new ColonnadeException(
        ErrorCode.NO_ACTIVE_TRANSACTION, what + " can only be used in transaction blocks");
  }

  private void prepare(SqlText text, SessionCommand.Prepare prepare) {
    statements.requireFree(prepare.name());
    int start = SqlErrors.position(text.text(), prepare.start()) - 1;
    SqlText statement = parts.engine().parse(text.text().substring(start)).getFirst();
    List<@Nullable SqlType> types = new ArrayList<>();
    for (SqlDataTypeSpec type : prepare.types()) {
      types.add(TypeMapping.sqlType(TypeMapping.columnType(type)));
    }
    statements.add(prepare.name(), parts.session().prepare(statement, types));
  }

  private SqlResult execute(
      SqlPrepared statement, SessionCommand.Execute execute, Cancellation cancellation) {
    SqlPrepared target = statements.require(execute.name());
    List<@Nullable Object> values =
        execute.arguments().isEmpty()
            ? List.of()
            : values(statement.text().toParse(), cancellation);
    int expected = target.parameterTypes().size();
    if (values.size() != expected) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "wrong number of parameters for prepared statement \"%s\"".formatted(execute.name()),
          ErrorFields.NONE.withDetail(
              "Expected %d parameters but got %d.".formatted(expected, values.size())));
    }
    return parts.runner().run(target, cancellation, values);
  }

  private List<@Nullable Object> values(String sql, Cancellation cancellation) {
    // Parsed anew, since planning changes nodes.
    List<SqlNode> arguments =
        StatementParser.parse(sql) instanceof SqlSessionCommand node
                && node.command() instanceof SessionCommand.Execute execute
            ? execute.arguments()
            : List.of();
    StatementTransaction transaction = parts.block().look();
    Execution execution =
        new Execution(transaction, List.of(), cancellation, parts.session().settings());
    try (Outcome outcome = parts.engine().row(sql, arguments, transaction).run(execution)) {
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
        if (!parts.block().isNone()) {
          throw new ColonnadeException(
              ErrorCode.ACTIVE_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
        }
        statements.clear();
        cursors.close(null);
        parts.session().settings().resetAll();
        parts.ground().advisoryLocks().unlockAll();
        parts.ground().discardSequences();
        parts.ground().dropTemporary();
      }
      case PLANS -> statements.forgetPlans();
      case SEQUENCES -> parts.ground().discardSequences();
      case TEMP -> discardTemporary();
    }
  }

  private void discardTemporary() {
    TransactionBlock block = parts.block();
    if (block.isNone()) {
      parts.ground().dropTemporary();
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
                new Drops(edit, true).schemas(List.of(schema));
                return schema;
              });
    }
  }

  private void lock(SessionCommand.LockTables lock, Cancellation cancellation) {
    requireBlock("LOCK TABLE");
    SessionSettings settings = parts.session().settings();
    LockWaitPolicy wait =
        lock.noWait() ? LockWaitPolicy.NOWAIT : TransactionTerms.lockWait(settings, cancellation);
    StatementTransaction transaction = parts.block().transaction().statement(wait);
    for (SqlIdentifier name : lock.tables()) {
      Table table = transaction.names().table(name.names);
      transaction.locks().lockTable(table, TableLockMode.of(lock.mode()));
    }
  }
}
