package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.buffer.overlay.MergeCursor;
import dev.colonnade.mvcc.buffer.overlay.OverlayReader;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.lock.LockOwner;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.CommitGuard;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.mvcc.validation.ReadSet;
import dev.colonnade.mvcc.validation.ReadValidation;
import dev.colonnade.mvcc.validation.ValidationRegistration;
import dev.colonnade.store.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transaction. It reads at one timestamp (under READ COMMITTED: one for every statement), buffers
 * its writes until it commits, and holds locks on the rows that it writes until its end.
 *
 * <p><b>Visibility.</b> The transaction reads the state committed up to its timestamp (snapshot
 * isolation), overlaid with its own writes. <b>Write conflicts.</b> Writing a row that another
 * transaction has changed since the timestamp fails with SERIALIZATION_FAILURE (first committer
 * wins). Under READ COMMITTED the current version of the row is used, and {@link #lock} reports
 * that it has changed. A serializable transaction may {@link #refresh} and retry the statement.
 *
 * <p><b>Serializable</b> transactions that have written something commit only if nothing that they
 * have read, neither rows nor spans without rows, has changed since: {@link ReadValidation}. This
 * prevents write skew. Read-only transactions are equivalent to transactions that ran at their
 * timestamp, and never fail.
 *
 * <p>Used by one thread at a time, not on an event loop: every call may wait. After an error the
 * caller decides whether to roll back to a savepoint or entirely; an abandoned transaction
 * continues to hold its locks.
 */
public final class Transaction implements AutoCloseable {
  private final TransactionContext context;
  private final TransactionOptions options;
  private final LockOwner owner;
  private final RowLocks locks;
  private final CurrentRows rows;
  private final WriteBuffer writes;
  private final ReadSet readSet;
  private final List<CommitGuard> guards = new ArrayList<>();
  private final boolean watching;
  private final ValidationRegistration watch;
  private final TransactionView view;

  private TransactionState state = TransactionState.ACTIVE;
  private @Nullable Key duplicateKey;

  /** Additions to the batch, called at every attempt to commit. */
  private final List<Consumer<Mutations>> attachments = new ArrayList<>(0);

  Transaction(TransactionContext context, TransactionOptions options, int sessionNumber) {
    this.context = context;
    this.options = requireNonNull(options, "options is null");
    owner = context.locks().newOwner(sessionNumber);
    locks = new RowLocks(context.locks(), owner, context.ticker());
    rows = new CurrentRows(context, locks, options.isolation());
    writes = context.newBuffer();
    readSet = new ReadSet(context.limits().readSpansMax());
    watching = options.isolation() == IsolationLevel.SERIALIZABLE && !options.readOnly();
    view = new TransactionView(context, options);
    watch = watching ? ValidationRegistration.of(context.recent()) : ValidationRegistration.none();
  }

  public TransactionOptions options() {
    return options;
  }

  public TransactionState state() {
    return state;
  }

  /** Returns whether this transaction currently waits for a lock. Safe for use by any thread. */
  public boolean isWaiting() {
    return owner.isWaiting();
  }

  public boolean hasWrites() {
    return !writes.isEmpty();
  }

  /** Begins a statement, which reads a new snapshot if it is the first or at READ COMMITTED. */
  public void beginStatement() {
    state.requireActive();
    readSet.beginStatement();
    view.beginStatement();
  }

  /** Returns the snapshot of the current statement, which stays readable until it is closed. */
  public StatementSnapshot statementSnapshot() {
    view();
    return view.statementSnapshot(writes);
  }

  public long readTimestamp() {
    return view().timestamp();
  }

  /**
   * Returns the version of {@code key} that is visible to this transaction; null if there is none.
   * The caller must not modify the value.
   */
  public @Nullable Version get(Key key) {
    ReadView present = view();
    noteRead(KeySpan.single(key));
    BufferedWrite own = writes.get(key);
    if (own != null) {
      return own.version();
    }
    return rows.mayWait() ? present.get(key) : rows.reads().get(key, present.timestamp());
  }

  /**
   * Returns an ascending cursor over the rows of {@code span} that are visible to this transaction.
   * It must be closed before the next write.
   */
  public MergeCursor cursor(KeySpan span) {
    ReadView present = view();
    beforeWaiting();
    noteRead(span);
    return new MergeCursor(present.cursor(span), writes.ownWithin(span), span);
  }

  /**
   * Adds {@code span} to the read set: the statement has read it at {@link #readTimestamp} by other
   * means, for example a columnar scan.
   */
  public void noteRead(KeySpan span) {
    if (watching && !view.isNewest()) {
      readSet.add(span);
    }
  }

  /**
   * Returns the result of reads at the newest state instead of the snapshot, which the commit does
   * not validate: of rows that are locked, or that need not stay as they are.
   */
  public <T extends @Nullable Object> T atNewest(Supplier<T> reads) {
    view();
    return view.atNewest(reads);
  }

  /** Returns whether this transaction has written a key of {@code span}. */
  public boolean hasWrites(KeySpan span) {
    return writes.hasWithin(span);
  }

  /** Returns whether others have committed no change of a span since the statement's snapshot. */
  public boolean isUnchanged(KeySpan span) {
    return validation(List.of(span), view().timestamp()).isUnchanged(context.store());
  }

  /**
   * Returns reads of the committed state overlaid with the current writes of this transaction to
   * some spans: for scans of spans in which it {@linkplain #hasWrites(KeySpan) has} writes.
   */
  public VersionedReads overlaid(List<KeySpan> spans) {
    return context.reads().over(new OverlayReader(rows.store(), writes.over(spans)));
  }

  /**
   * Returns reads of the committed state; within {@link #withoutWaiting}, reads of cached data
   * only.
   */
  public VersionedReads reads() {
    return rows.reads();
  }

  /** Announces an operation that may block: {@link #withoutWaiting} ends the attempt here. */
  public void beforeWaiting() {
    rows.beforeWaiting();
  }

  /**
   * Attempts work of the current statement without waiting for locks or for the disk.
   *
   * @param start savepoint at the beginning of the statement
   * @return the result of the work; null if it would block or returned null. Without a result, also
   *     if the work throws, the attempt has no effect
   */
  public <T> @Nullable T withoutWaiting(Savepoint start, Supplier<? extends @Nullable T> work) {
    T result = null;
    boolean hasFailed = true;
    rows.mayWait(false);
    locks.mayWait(false);
    try {
      result = work.get();
      hasFailed = false;
    } catch (WouldBlockException e) {
      hasFailed = false; // the caller runs the work again where waiting is allowed
    } finally {
      rows.mayWait(true);
      locks.mayWait(true);
      if (result == null) {
        rollbackTo(start);
        if (!hasFailed) {
          readSet.forgetStatement(); // a reported failure shows the client what was read
        }
      }
    }
    return result;
  }

  /** Discards the writes to a span permanently: a rollback to a savepoint does not restore them. */
  public void discardWrites(KeySpan span) {
    state.requireActive();
    writes.discard(span);
  }

  /**
   * Locks a row until the end of the transaction, and returns its current version.
   *
   * @throws ColonnadeException LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, OUT_OF_LOCKS;
   *     SERIALIZATION_FAILURE if it has changed since {@link #readTimestamp} and the isolation
   *     level does not permit that; READ_ONLY_TRANSACTION
   */
  public LockedRow lock(Key key, LockStrength strength, LockWaitPolicy wait) {
    requireWritable("lock rows");
    long readTimestamp = view().timestamp();
    if (!locks.lock(key, strength, wait)) {
      return LockedRow.Skipped.SKIPPED;
    }
    BufferedWrite own = writes.get(key);
    return own == null
        ? rows.locked(key, readTimestamp)
        : new LockedRow.Locked(own.version(), false);
  }

  /** Locks rows that it {@linkplain #isUntouched has not written} in order, then reads them. */
  public List<LockedRow.Locked> lockAll(
      List<Key> keys, LockStrength strength, LockWaitPolicy wait) {
    requireWritable("lock rows");
    long readTimestamp = view().timestamp(); // opened before the wait
    locks.lockAll(keys, strength, wait);
    return rows.locked(keys, readTimestamp);
  }

  /** Variant of {@link #lockAll} for rows to delete; see {@link CurrentRows#unread}. */
  public @Nullable Condition lockUnread(List<Key> keys, KeySpan span, LockWaitPolicy wait) {
    requireWritable("lock rows");
    long readTimestamp = view().timestamp(); // opened before the wait
    locks.lockAll(keys, LockStrength.UPDATE, wait);
    return rows.unread(span, readTimestamp);
  }

  /** Returns a delete of all rows of a table, which must be all that this transaction does. */
  public AllRowsDelete allRowsDelete() {
    requireWritable("delete");
    return new AllRowsDelete(context, locks, writes, readSet);
  }

  /** Announces that this transaction is going to lock more rows of one index. */
  public void expectLocks(long count) {
    owner.expect(count);
  }

  /** Returns whether this transaction has written no key from {@code first} to {@code last}. */
  public boolean isUntouched(Key first, Key last) {
    return writes.isUntouched(first, last);
  }

  /**
   * Writes rows that {@link #lockAll} has locked for update, with the versions that it returned.
   */
  public void changeAll(RowWriteBatch changes) {
    requireWritable("write");
    assert changes.isEveryKey(locks::isLockedForWriting);
    changes.writeTo(writes);
  }

  /**
   * Inserts a row, which must not exist yet.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if it exists; SERIALIZATION_FAILURE if it was
   *     inserted after the snapshot of a serializable transaction; the codes of {@link #lock}
   */
  public void insert(Key key, byte[] value, LockWaitPolicy wait) {
    insert(key, value, wait, false);
  }

  /** Variant of {@link #insert} for a key that is a part of a row: the entry of a unique index. */
  public void insertPart(Key key, byte[] value, LockWaitPolicy wait) {
    insert(key, value, wait, true);
  }

  private void insert(Key key, byte[] value, LockWaitPolicy wait, boolean isPart) {
    requireWritable("insert");
    view(); // opened before the wait
    locks.lockAll(List.of(key), LockStrength.UPDATE, wait);
    BufferedWrite own = writes.get(key);
    // The absence is not added to the read set: the commit checks it as the write's condition.
    if (own == null ? exists(key, rows.get(key)) : own.value() != null) {
      throw ExistenceCheck.duplicate(key);
    }
    Condition condition = own == null ? Condition.ABSENT : own.condition();
    writes.put(key, new BufferedWrite(value, condition, isPart));
  }

  /**
   * Inserts many rows, which must not exist yet, without locking them: if two transactions insert
   * the same key, the first one to commit succeeds, and the other one fails at its commit.
   *
   * @return the keys that prevent the insert; if there are any, nothing is written
   * @throws ColonnadeException SERIALIZATION_FAILURE as {@link #insert}; TRANSACTION_TOO_LARGE
   */
  public RowWriteBatch.Refused insertAll(RowWriteBatch run) {
    requireWritable("insert");
    view(); // opens the view if it is not open
    Set<Key> present = rows.present(run.keysToBeAbsent(), writes, this::exists);
    RowWriteBatch.Refused refused = new RowWriteBatch.Refused(present, run.repeated());
    if (refused.isEmpty()) {
      run.writeTo(writes);
    }
    return refused;
  }

  /** Variant of {@link #insertAll(RowWriteBatch)} that locks the rows in key order. */
  public RowWriteBatch.Refused insertAll(RowWriteBatch run, LockWaitPolicy wait) {
    requireWritable("insert");
    view(); // opened before the wait
    locks.lockAll(run.keysToBeAbsent(), LockStrength.UPDATE, wait);
    return insertAll(run);
  }

  /**
   * Returns the inserted key that existed in the committed state already: the reason of a commit
   * that failed with UNIQUE_VIOLATION. Null if there is none any more.
   */
  public @Nullable Key duplicateKey() {
    return duplicateKey;
  }

  /** Writes a row that was locked for update, existing or not; throws TRANSACTION_TOO_LARGE. */
  public void put(Key key, byte[] value) {
    requireNonNull(value, "value is null");
    change(key, value);
  }

  /** Deletes a row that was locked for update, whether or not it existed then. */
  public void delete(Key key) {
    change(key, null);
  }

  /** Writes a key that is a part of a row which this transaction inserts or has locked. */
  public void putPart(Key key, byte[] value) {
    requireWritable("write");
    requireNonNull(value, "value is null");
    writes.change(key, new BufferedWrite(value, Condition.ANY, true));
  }

  /** Deletes a key that is a part of a row which this transaction inserts or has locked. */
  public void deletePart(Key key) {
    requireWritable("delete");
    writes.change(key, new BufferedWrite(null, Condition.ANY, true));
  }

  /** Writes keys of parts; {@code isNew}: this transaction certainly has not written any before. */
  public void changeParts(RowWriteBatch parts, boolean isNew) {
    requireWritable("write");
    parts.writeTo(writes, isNew);
  }

  /** Locks keys of parts that will be deleted: a transaction that inserts one has to wait. */
  public void lockParts(List<Key> keys, LockWaitPolicy wait) {
    requireWritable("delete");
    locks.lockAll(keys, LockStrength.UPDATE, wait);
  }

  /**
   * Registers an addition to the batch of the commit: records, and actions at their application. It
   * is called at every attempt to commit.
   */
  public void attach(Consumer<Mutations> addition) {
    attachments.add(requireNonNull(addition, "addition is null"));
  }

  /**
   * Acquires a lock that does not belong to a row, for example the lock of a table, until the end
   * of the transaction, which may be read-only.
   *
   * @throws ColonnadeException as {@link #lock} of a transaction that may write
   */
  public void lockResource(Key key, LockStrength strength, LockWaitPolicy wait) {
    state.requireActive();
    if (!locks.lock(key, strength, wait)) {
      throw RowLocks.notAvailable(key);
    }
  }

  public void guardedBy(CommitGuard guard) {
    guards.add(requireNonNull(guard, "guard is null"));
  }

  public Savepoint savepoint() {
    state.requireActive();
    return new Savepoint(owner, writes.mark(), owner.mark(), guards.size());
  }

  /**
   * Rolls back to a savepoint: undoes the writes since {@code savepoint}, and releases the locks
   * and guards acquired since. Reads since then stay in the read set.
   */
  public void rollbackTo(Savepoint savepoint) {
    state.requireActive();
    savepoint.requireOwner(owner);
    // The commit no longer checks the absence of these rows as a condition.
    if (watching) {
      writes.forEachInsertSince(savepoint.writes(), key -> noteRead(KeySpan.single(key)));
    }
    writes.rollbackTo(savepoint.writes());
    guards.subList(savepoint.guards(), guards.size()).clear();
    context.locks().releaseSince(owner, savepoint.locks());
  }

  /**
   * Undoes the writes since {@code savepoint} and continues with a new snapshot, also at isolation
   * levels with a single snapshot: the caller must not use any result read before. Locks stay, and
   * so do the reads of other statements under READ COMMITTED.
   */
  public void restart(Savepoint savepoint) {
    state.requireActive();
    savepoint.requireOwner(owner);
    writes.rollbackTo(savepoint.writes());
    if (options.isolation().isSnapshot()) {
      readSet.clear();
    }
    view.replaceBy(view.open());
  }

  /**
   * Moves a serializable transaction forward to a new snapshot (read refresh), if nothing that the
   * earlier statements have read has changed since: their results would be the same at the new
   * timestamp. Undoes the writes since {@code statementStart}, the beginning of the current
   * statement, which the caller runs again; earlier writes and all locks stay. Must not be called
   * while an earlier statement is still reading, because it would read at two timestamps.
   *
   * @return whether the transaction has moved; otherwise nothing is changed
   */
  public boolean refresh(Savepoint statementStart) {
    state.requireActive();
    statementStart.requireOwner(owner);
    if (!watching) {
      return false;
    }
    long before = view().timestamp();
    ReadView next = view.open();
    ReadValidation validation = validation(readSet.ofEarlierStatements(), before);
    // While the earlier view is open, a delete above it leaves a tombstone or history entry.
    boolean unchanged = false;
    try {
      unchanged = validation.isUnchanged(context.store());
    } finally {
      if (!unchanged) {
        next.close();
      }
    }
    if (!unchanged) {
      context.conflicted();
      return false;
    }
    writes.rollbackTo(statementStart.writes());
    readSet.forgetStatement();
    view.replaceBy(next);
    context.refreshed();
    return true;
  }

  /**
   * Commits. The transaction is over afterwards, whatever the outcome. The timestamp of the result
   * is the commit timestamp, or the read timestamp if nothing was written.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE: nothing was committed, and the work may be
   *     retried in a new transaction; the codes of {@link
   *     dev.colonnade.mvcc.commit.CommitPipeline#commit}
   */
  public CommitResult commit(Durability durability) {
    state.requireActive();
    moveTo(TransactionState.COMMITTING);
    boolean done = false;
    try {
      CommitResult result =
          writes.isEmpty() && attachments.isEmpty()
              ? view.commitNothing()
              : commitWrites(durability);
      done = true;
      return result;
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.UNIQUE_VIOLATION) {
        duplicateKey = writes.firstDuplicate(context.store());
      }
      throw e;
    } finally {
      end(done ? TransactionState.COMMITTED : TransactionState.ROLLED_BACK);
    }
  }

  /** Rolls back. Has no effect if the transaction is over. */
  public void rollback() {
    if (state == TransactionState.ACTIVE) {
      end(TransactionState.ROLLED_BACK);
    }
  }

  @Override
  public void close() {
    rollback();
  }

  private CommitResult commitWrites(Durability durability) {
    boolean isValidated = watching && !readSet.isEmpty();
    ReadValidation validation = isValidated ? validation(readSet.all(), view().timestamp()) : null;
    if (validation == null) {
      watch.end();
    }
    MutationChunks chunks = writes.chunksAbove(context.pipeline().batchLimits().chunk());
    Supplier<Mutations> batch = () -> batch(chunks == null ? writes.mutations() : new Mutations());
    return new CommitAttempts(context, batch, chunks, validation).commit(durability);
  }

  private ReadValidation validation(List<KeySpan> spans, long timestamp) {
    return new ReadValidation(context.recent(), spans, timestamp, watch);
  }

  private Mutations batch(Mutations mutations) {
    guards.forEach(mutations::guardedBy);
    attachments.forEach(each -> each.accept(mutations));
    if (locks.isHolding()) {
      mutations.onVisible(locks::releaseAll);
    }
    return mutations;
  }

  private void change(Key key, byte @Nullable [] value) {
    requireWritable("write");
    if (!locks.isLockedForWriting(key)) {
      throw new IllegalStateException("row is not locked for writing key=" + key);
    }
    BufferedWrite own = writes.get(key);
    Condition condition = own == null ? rows.versionSeen(key, view().timestamp()) : own.condition();
    writes.put(key, new BufferedWrite(value, condition, false));
    rows.written(key);
  }

  private boolean exists(Key key, byte @Nullable [] present) {
    return ExistenceCheck.exists(key, present, view().timestamp(), options.isolation());
  }

  private ReadView view() {
    state.requireActive();
    if (!view.isOpen()) {
      beginStatement();
    }
    return view.get();
  }

  private void requireWritable(String what) {
    state.requireActive();
    options.requireWritable(what);
  }

  private void end(TransactionState last) {
    moveTo(last);
    locks.releaseAll();
    writes.close();
    view.close();
    watch.end();
    context.ended(last == TransactionState.COMMITTED);
  }

  private void moveTo(TransactionState next) {
    assert state.successors().contains(next) : "state=" + state + " next=" + next;
    state = next;
  }
}
