package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.SessionAdvisoryLocks;
import dev.colonnade.engine.session.AutocommitStatement;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.engine.transaction.EngineTransaction;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.notification.SessionNotifications;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Context of a session's SQL: begins its statements and transactions. */
final class EngineSessionContext implements SqlSessionContext {
  private final EngineSessionState session;

  EngineSessionContext(EngineSessionState session) {
    this.session = requireNonNull(session, "session is null");
  }

  @Override
  public StatementTransaction read(boolean mayBlock) {
    if (mayBlock) {
      session.freshness().requireForStatement();
    } else {
      session.freshness().requireForStatementWithoutWaiting();
    }
    return new AutocommitStatement(session, mayBlock);
  }

  @Override
  public SessionTransaction begin(TransactionOptions options, boolean hasOneStatement) {
    if (options.readTimestamp() != TransactionOptions.NOW) {
      session.engine().storage().readableTimestamps().advanceTo(options.readTimestamp());
    }
    return new EngineTransaction(session, options, hasOneStatement);
  }

  @Override
  public ExecutionResources resources() {
    return session.engine().resources();
  }

  @Override
  public long nanos() {
    return session.engine().dependencies().ticker().nanos();
  }

  @Override
  public long epochNanos() {
    return session.engine().dependencies().clock().epochNanos();
  }

  @Override
  public SessionAdvisoryLocks advisoryLocks() {
    return session.advisoryLocks();
  }

  @Override
  public void preparedStatements(Supplier<List<PreparedStatementDescription>> statements) {
    session.preparedStatements(statements);
  }

  @Override
  public void cursors(CursorService cursors) {
    session.cursors(cursors);
  }

  @Override
  public SessionActivity activity() {
    return session.activity();
  }

  @Override
  public SessionNotifications notifications() {
    return session.notifications();
  }

  @Override
  public String databaseName() {
    return session.home().name();
  }

  @Override
  public int roleId() {
    return session.creatorId(session.catalog());
  }

  @Override
  public int sessionNumber() {
    return session.number();
  }

  @Override
  public void receiveSignals(SessionSignals signals) {
    session.engine().sessions().receiveSignals(session.number(), signals);
  }

  @Override
  public @Nullable String writeHint() {
    String leader = session.engine().storage().leader();
    return leader == null
        ? null
        : "This server is a follower of a cluster, whose leader is %s.".formatted(leader);
  }

  @Override
  public void dropTemporary() {
    session.dropTemporary();
  }

  @Override
  public void ended() {
    session.end();
  }

  @Override
  public void discardSequences() {
    session.sequences().discardSequences();
  }
}
