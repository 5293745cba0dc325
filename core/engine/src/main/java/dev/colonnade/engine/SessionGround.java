package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.mvcc.txn.TransactionOptions;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.StatementGround;
import dev.colonnade.sql.access.StatementTransaction;

/** Where the statements of a session begin. */
final class SessionGround implements StatementGround {
  private final Session session;
  private final Database database;

  SessionGround(Session session, Database database) {
    this.session = requireNonNull(session, "session is null");
    this.database = requireNonNull(database, "database is null");
  }

  @Override
  public StatementTransaction read() {
    return SessionStatements.begin(session, epochNanos());
  }

  @Override
  public SessionTransaction begin(TransactionOptions options, boolean hasOneStatement) {
    if (options.readTimestamp() != TransactionOptions.NOW) {
      database.pipeline().advanceTo(options.readTimestamp());
    }
    return new EngineTransaction(session, database, options, hasOneStatement);
  }

  @Override
  public long nanos() {
    return database.seams().ticker().nanos();
  }

  @Override
  public long epochNanos() {
    return database.seams().clock().epochNanos();
  }

  @Override
  public AdvisoryHolder advisoryLocks() {
    return session.advisoryLocks();
  }

  @Override
  public int sessionNumber() {
    return session.number();
  }

  @Override
  public void dropTemporary() {
    session.dropTemporary();
  }

  @Override
  public void ended() {
    session.ended();
  }

  @Override
  public void discardSequences() {
    session.sequences().discardSequences();
  }
}
