package dev.colonnade.sql;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a session is in, if it is in one: begun by BEGIN, or by the first of several
 * statements that belong together. One thread.
 *
 * <p>What was changed of the settings follows the transaction. A failure gives back at once what
 * the transaction holds, down to the last savepoint; what is left of it is its name.
 */
final class TransactionBlock {
  private enum Kind {
    NONE,
    /** Of several statements of one text, or of messages up to a Sync. */
    IMPLICIT,
    /** From BEGIN on. */
    EXPLICIT
  }

  private record Named(
      String name, Savepoint savepoint, int lockMark, SessionSettings.State settings) {}

  private final SqlSessionContext ground;
  private final SessionSettings settings;
  private final List<Named> savepoints = new ArrayList<>();

  /** Results that are not closed, and how many savepoints there were when each began. */
  private final Map<SqlResult, Integer> results = new LinkedHashMap<>();

  private Kind kind = Kind.NONE;
  private boolean failed;
  private long readTimestamp = TransactionOptions.NOW;
  private @Nullable SessionTransaction transaction;
  private SessionSettings.State settingsBefore;

  TransactionBlock(SqlSessionContext ground, SessionSettings settings) {
    this.ground = ground;
    this.settings = settings;
    this.settingsBefore = settings.state();
  }

  boolean isNone() {
    return kind == Kind.NONE;
  }

  boolean isExplicit() {
    return kind == Kind.EXPLICIT;
  }

  boolean isFailed() {
    return failed;
  }

  /** Whether a statement of it has read or written. */
  boolean hasBegun() {
    return transaction != null;
  }

  /** Whether it reads only what was committed before a moment in the past. */
  boolean isInThePast() {
    return readTimestamp != TransactionOptions.NOW;
  }

  void beginImplicit() {
    begin(Kind.IMPLICIT);
  }

  /** BEGIN; what was done implicitly becomes a part of it. */
  void beginExplicit() {
    if (kind == Kind.IMPLICIT) {
      kind = Kind.EXPLICIT;
    } else {
      begin(Kind.EXPLICIT);
    }
  }

  private void begin(Kind next) {
    kind = next;
    failed = false;
    readTimestamp = TransactionOptions.NOW;
    settingsBefore = settings.state();
    settings.beginTransaction();
  }

  /** It reads at this moment of the past. */
  void readAt(long timestamp) {
    readTimestamp = timestamp;
    settings.setLocal("transaction_read_only", "on");
  }

  /** The transaction underneath, begun if it is not yet. */
  SessionTransaction transaction() {
    SessionTransaction begun = transaction;
    if (begun == null) {
      TransactionOptions options =
          isInThePast()
              ? TransactionOptions.asOf(readTimestamp)
              : TransactionTerms.options(
                  settings, "transaction_isolation", "transaction_read_only");
      begun = ground.begin(options, false);
      transaction = begun;
    }
    return begun;
  }

  /** What a statement sees that is only looked at; does not begin the transaction. */
  StatementTransaction look() {
    return transaction == null ? ground.read() : transaction.statement(LockWaitPolicy.FOREVER);
  }

  void track(SqlResult result) {
    results.put(result, savepoints.size());
  }

  void untrack(SqlResult result) {
    results.remove(result);
  }

  /** Whether a query of it has rows that were not read yet. */
  boolean isReading() {
    for (SqlResult result : results.keySet()) {
      if (!result.isDrained()) {
        return true;
      }
    }
    return false;
  }

  /** A statement has failed. */
  void fail() {
    if (kind == Kind.NONE || failed) {
      return;
    }
    failed = true;
    endResults(savepoints.size());
    SessionTransaction begun = transaction;
    if (begun != null && savepoints.isEmpty()) {
      begun.rollback();
    } else if (begun != null) {
      begun.rollbackTo(savepoints.getLast().savepoint());
    }
    ground.advisoryLocks().rollbackTo(savepoints.isEmpty() ? 0 : savepoints.getLast().lockMark());
  }

  /** Commits, or rolls back if it has failed. Returns whether it has committed. */
  boolean commit() {
    if (failed) {
      rollback();
      return false;
    }
    SessionTransaction begun = transaction;
    boolean done = false;
    endResults(0);
    try {
      if (begun != null) {
        begun.commit();
      }
      done = true;
    } finally {
      if (!done) {
        settings.restore(settingsBefore);
      }
      end();
    }
    return true;
  }

  void rollback() {
    endResults(0);
    if (transaction != null) {
      transaction.rollback();
    }
    settings.restore(settingsBefore);
    end();
  }

  void savepoint(String name) {
    int lockMark = ground.advisoryLocks().mark();
    savepoints.add(new Named(name, transaction().savepoint(), lockMark, settings.state()));
  }

  void release(String name) {
    int index = indexOf(name);
    truncate(index);
    results.replaceAll((result, savepointCount) -> Math.min(savepointCount, index));
  }

  void rollbackTo(String name) {
    int index = indexOf(name);
    Named found = savepoints.get(index);
    endResults(index + 1);
    transaction().rollbackTo(found.savepoint());
    ground.advisoryLocks().rollbackTo(found.lockMark());
    settings.restore(found.settings());
    truncate(index + 1);
    failed = false;
  }

  private void truncate(int size) {
    savepoints.subList(size, savepoints.size()).clear();
  }

  private int indexOf(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_SAVEPOINT, "savepoint \"%s\" does not exist".formatted(name));
  }

  /** Ends the results that began when there were at least so many savepoints. */
  private void endResults(int savepointCountMin) {
    Map<SqlResult, Integer> open = Map.copyOf(results);
    open.forEach(
        (result, savepointCount) -> {
          if (savepointCount >= savepointCountMin) {
            result.end();
          }
        });
  }

  private void end() {
    kind = Kind.NONE;
    failed = false;
    transaction = null;
    savepoints.clear();
    settings.endTransaction();
    ground.advisoryLocks().endTransaction();
  }
}
