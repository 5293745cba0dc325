package dev.colonnade.sql.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.result.OpenResult;
import dev.colonnade.sql.session.conflict.SnapshotRenewal;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of a session's transaction block, if it has one: an explicit one since BEGIN, or an
 * implicit one since the first of several statements that form a unit. One thread.
 *
 * <p>Changes of settings follow the transaction. A failure rolls back at once to the last savepoint
 * and releases the locks since; the block remains as failed until its end.
 */
public final class TransactionBlock {
  private enum Kind {
    NONE,
    /** Several statements of one text, or messages up to a Sync. */
    IMPLICIT,
    /** Begun by BEGIN. */
    EXPLICIT
  }

  private record NamedSavepoint(
      String name,
      Savepoint savepoint,
      int lockMark,
      int notificationMark,
      SessionSettings.State settings) {}

  private final SqlSessionContext context;
  private final SessionSettings settings;
  private final List<NamedSavepoint> savepoints = new ArrayList<>();

  /** Open results, with the number of savepoints at the begin of each. */
  private final Map<OpenResult, Integer> results = new LinkedHashMap<>();

  private Kind kind = Kind.NONE;
  private boolean failed;
  private long readTimestamp = TransactionOptions.NOW;
  private @Nullable SessionTransaction transaction;
  private SessionSettings.State settingsBefore;

  public TransactionBlock(SqlSessionContext context, SessionSettings settings) {
    this.context = context;
    this.settings = settings;
    this.settingsBefore = settings.state();
  }

  public boolean isNone() {
    return kind == Kind.NONE;
  }

  public boolean isExplicit() {
    return kind == Kind.EXPLICIT;
  }

  public boolean isFailed() {
    return failed;
  }

  /** Throws TRANSACTION_NOT_ACTIVE if the block has failed. */
  public void requireNotFailed() {
    if (failed) {
      throw new ColonnadeException(
          ErrorCode.TRANSACTION_NOT_ACTIVE,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /** Returns whether a statement of the block has read or written. */
  boolean hasBegun() {
    return transaction != null;
  }

  /** Returns whether the block reads a snapshot of the past (AS OF SYSTEM TIME). */
  boolean isInThePast() {
    return readTimestamp != TransactionOptions.NOW;
  }

  /** Returns whether there is a savepoint, within which a subtransaction runs. */
  boolean hasSavepoint() {
    return !savepoints.isEmpty();
  }

  public void beginImplicit() {
    begin(Kind.IMPLICIT);
  }

  /** Begins an explicit block; an implicit one becomes explicit. */
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

  /** Makes the block read the snapshot at a timestamp of the past; it becomes read-only. */
  void readAt(long timestamp) {
    readTimestamp = timestamp;
    settings.setLocal("transaction_read_only", "on");
  }

  /** Returns the transaction, and begins it if necessary. */
  public SessionTransaction transaction() {
    SessionTransaction begun = transaction;
    if (begun == null) {
      TransactionOptions options =
          isInThePast()
              ? TransactionOptions.asOf(readTimestamp)
              : TransactionSettingReader.options(
                  settings, "transaction_isolation", "transaction_read_only");
      begun = context.begin(options, false);
      transaction = begun;
    }
    return begun;
  }

  /** Returns the access for planning a statement; does not begin the transaction. */
  StatementTransaction look() {
    return transaction == null ? context.read(true) : transaction.statement(LockWaitPolicy.FOREVER);
  }

  /** Adds a result, which ends with the block. */
  public void track(OpenResult result) {
    results.put(result, savepoints.size());
  }

  /** Removes a result that is closed. */
  public void untrack(OpenResult result) {
    results.remove(result);
  }

  /** Returns whether an open query of the block has unread rows. */
  boolean isReading() {
    for (OpenResult result : results.keySet()) {
      if (!result.isDrained()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the way in which its statements move to a later snapshot after a conflict. */
  public SnapshotRenewal renewal() {
    return SnapshotRenewal.inBlock(settings.show("transaction_isolation"), isReading());
  }

  /** Fails the block: rolls back to the last savepoint and ends its results. */
  public void fail() {
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
    context.advisoryLocks().rollbackTo(savepoints.isEmpty() ? 0 : savepoints.getLast().lockMark());
    context
        .notifications()
        .rollbackTo(savepoints.isEmpty() ? 0 : savepoints.getLast().notificationMark());
  }

  /** Commits, or rolls back if the block has failed; returns whether it has committed. */
  public boolean commit() {
    if (failed) {
      rollback();
      return false;
    }
    SessionTransaction begun = transaction;
    boolean done = false;
    endResults(0);
    requireSpaceForNotifications();
    try {
      if (begun != null) {
        begun.commit();
      }
      context.notifications().commit();
      done = true;
    } finally {
      if (!done) {
        settings.restore(settingsBefore);
      }
      end();
    }
    return true;
  }

  /** Rolls back if the notifications of the transaction cannot be sent. */
  private void requireSpaceForNotifications() {
    try {
      context.notifications().requireSpace();
    } catch (ColonnadeException e) {
      rollback();
      throw e;
    }
  }

  public void rollback() {
    endResults(0);
    if (transaction != null) {
      transaction.rollback();
    }
    settings.restore(settingsBefore);
    end();
  }

  void savepoint(String name) {
    int lockMark = context.advisoryLocks().mark();
    int notificationMark = context.notifications().mark();
    savepoints.add(
        new NamedSavepoint(
            name, transaction().savepoint(), lockMark, notificationMark, settings.state()));
  }

  void release(String name) {
    int index = indexOf(name);
    truncate(index);
    results.replaceAll((result, savepointCount) -> Math.min(savepointCount, index));
  }

  void rollbackTo(String name) {
    int index = indexOf(name);
    NamedSavepoint found = savepoints.get(index);
    endResults(index + 1);
    transaction().rollbackTo(found.savepoint());
    context.advisoryLocks().rollbackTo(found.lockMark());
    context.notifications().rollbackTo(found.notificationMark());
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

  /** Ends the results that began after the first {@code savepointCountMin} savepoints. */
  private void endResults(int savepointCountMin) {
    Map<OpenResult, Integer> open = Map.copyOf(results);
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
    context.advisoryLocks().endTransaction();
    context.notifications().rollbackTo(0);
  }
}
