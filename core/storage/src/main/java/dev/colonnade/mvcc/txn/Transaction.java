package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.GapReads;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.buffer.InsertRun;
import dev.colonnade.mvcc.buffer.OverlayReader;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.commit.CommitGuard;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.lock.LockOwner;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.validation.ReadSet;
import dev.colonnade.mvcc.validation.ReadValidation;
import dev.colonnade.mvcc.validation.Watch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One transaction. It reads at one timestamp (under READ COMMITTED: one for every statement), keeps
 * its writes back until it commits, and locks the rows that it writes from then on until its end.
 *
 * <p><b>What it sees</b> is what was committed up to its timestamp, and its own writes over that.
 *
 * <p><b>Writing a row that somebody else has changed since</b> the timestamp fails with
 * SERIALIZATION_FAILURE, the first committer wins; under READ COMMITTED the row is taken as it is
 * now, and {@link #lock} tells that it has changed. A serializable transaction may then {@link
 * #refresh} and try again.
 *
 * <p><b>Serializable</b> transactions that have written something commit only if nothing that they
 * have read, rows and spans without rows alike, was changed since: {@link ReadValidation}. Those
 * that only read are as if they had run at their timestamp, and never fail.
 *
 * <p>Used by one thread at a time. Every call may wait for a lock or read the disk: none is for
 * event loops. After an error the caller decides whether to go back to a savepoint or to roll back;
 * a transaction that is abandoned keeps its locks.
 */
public final class Transaction implements AutoCloseable {
  private final Transactions house;
  private final TransactionOptions options;
  private final LockOwner owner;
  private final RowLocks locks;
  private final WriteBuffer writes;
  private final ReadSet readSet;

  /** Of rows that were locked: when what they held was committed. */
  private final Map<Key, Long> versionsSeen = new HashMap<>();

  private final List<CommitGuard> guards = new ArrayList<>();
  private final boolean watching;
  private final Watch watch;
  private final TransactionView view;

  private TransactionState state = TransactionState.ACTIVE;
  private boolean mayWait = true;

  /** What adds to the batch at every attempt to commit. */
  private final List<Consumer<Mutations>> attachments = new ArrayList<>(0);

  Transaction(Transactions house, TransactionOptions options) {
    this.house = house;
    this.options = requireNonNull(options, "options is null");
    TransactionLimits limits = house.limits();
    owner = house.locks().newOwner();
    locks = new RowLocks(house.locks(), owner, house.ticker());
    writes = new WriteBuffer(limits.writesMax(), limits.writeBytesMax());
    readSet = new ReadSet(limits.readSpansMax());
    watching = options.isolation() == IsolationLevel.SERIALIZABLE && !options.readOnly();
    view = new TransactionView(house, options);
    watch = watching ? Watch.of(house.recent()) : Watch.none();
  }

  public TransactionOptions options() {
    return options;
  }

  public TransactionState state() {
    return state;
  }

  /** Whether it waits for somebody else's lock at this moment. Any thread may ask. */
  public boolean isWaiting() {
    return owner.isWaiting();
  }

  /** Whether it would write anything. */
  public boolean hasWrites() {
    return !writes.isEmpty();
  }

  /**
   * To be called at the beginning of every statement: under READ COMMITTED it will see all that is
   * committed by now; otherwise only the first one decides.
   */
  public void beginStatement() {
    requireActive();
    readSet.beginStatement();
    view.beginStatement();
  }

  /** What the present statement sees, for as long as it is not closed. */
  public TransactionMoment moment() {
    view();
    return view.moment(writes);
  }

  /** What the present statement reads at. */
  public long readTimestamp() {
    return view().timestamp();
  }

  /**
   * What {@code key} holds for this transaction; null if nothing. The value is not to be changed.
   */
  public @Nullable Version get(Key key) {
    ReadView present = view();
    noteRead(KeySpan.single(key));
    WriteBuffer.Write own = writes.get(key);
    if (own != null) {
      return own.version();
    }
    return mayWait ? present.get(key) : house.memoryReads().get(key, present.timestamp());
  }

  /**
   * Moves over what the keys of {@code span} hold for this transaction, upwards. Close it before
   * the next write.
   */
  public TransactionCursor cursor(KeySpan span) {
    ReadView present = view();
    beforeWaiting();
    noteRead(span);
    return new TransactionCursor(present.cursor(span), writes.within(span));
  }

  /**
   * Says that the statement has read {@code span} at {@link #readTimestamp} by other means, a
   * columnar scan for example.
   */
  public void noteRead(KeySpan span) {
    if (watching) {
      readSet.add(span);
    }
  }

  /**
   * Whether a key of {@code span} has a write of this transaction, which a plain scan would miss.
   */
  public boolean hasWrites(KeySpan span) {
    return writes.hasWithin(span);
  }

  /**
   * What everybody reads, with the writes of this transaction to some spans over it: for scans of
   * spans in which it {@linkplain #hasWrites(KeySpan) has} some. Shows what was written up to now.
   */
  public VersionedReads overlaid(List<KeySpan> spans) {
    return house.reads().over(new OverlayReader(store(), writes.over(spans)));
  }

  /** What everybody reads; within {@link #withoutWaiting} what memory knows of it. */
  public VersionedReads reads() {
    return mayWait ? house.reads() : house.memoryReads();
  }

  /** What follows may wait: within {@link #withoutWaiting} it does not come to that. */
  public void beforeWaiting() {
    if (!mayWait) {
      throw new WouldWait();
    }
  }

  /**
   * Does work of the present statement that must not wait for locks or for the disk.
   *
   * @param start the beginning of the statement
   * @return what the work gives; null if it would have to wait, or has failed, or gives null: then
   *     it is as if it had not been tried
   */
  public <T> @Nullable T withoutWaiting(Savepoint start, Supplier<? extends @Nullable T> work) {
    T result = null;
    mayWait = false;
    locks.mayWait(false);
    try {
      result = work.get();
    } catch (RuntimeException e) { // whoever may wait comes to the same
    } finally {
      mayWait = true;
      locks.mayWait(true);
      if (result == null) {
        rollbackTo(start);
        readSet.forgetStatement();
      }
    }
    return result;
  }

  /** Forgets what was written to a span, as if it had not been. No savepoint brings it back. */
  public void discardWrites(KeySpan span) {
    requireActive();
    writes.discard(span);
  }

  /**
   * Locks a row until the end, and tells what it holds now.
   *
   * @throws ColonnadeException LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, OUT_OF_LOCKS;
   *     SERIALIZATION_FAILURE if it was changed since {@link #readTimestamp} and the isolation does
   *     not allow that; READ_ONLY_TRANSACTION
   */
  public LockedRow lock(Key key, LockStrength strength, LockWait wait) {
    requireWritable("lock rows");
    long readTimestamp = view().timestamp();
    if (!locks.lock(key, strength, wait)) {
      return LockedRow.Skipped.SKIPPED;
    }
    WriteBuffer.Write own = writes.get(key);
    if (own != null) {
      return new LockedRow.Locked(own.version(), false);
    }
    return locked(key, store().get(Space.ROWS, key), readTimestamp);
  }

  /**
   * Writes a row that must not be there yet.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if it is; SERIALIZATION_FAILURE if it is, and came
   *     after what a serializable transaction sees; and as {@link #lock}
   */
  public void insert(Key key, byte[] value, LockWait wait) {
    insert(key, value, wait, false);
  }

  /** As {@link #insert}, of a key that is a part of a row: the entry of a unique index. */
  public void insertPart(Key key, byte[] value, LockWait wait) {
    insert(key, value, wait, true);
  }

  private void insert(Key key, byte[] value, LockWait wait, boolean isPart) {
    requireWritable("insert");
    view(); // from before the wait
    if (!locks.lock(key, LockStrength.UPDATE, wait)) {
      throw RowLocks.notAvailable(key);
    }
    WriteBuffer.Write own = writes.get(key);
    // That there is none is not noted as read: the commit asks for it as the write's condition.
    if (own == null ? isThere(key, store().get(Space.ROWS, key)) : own.value() != null) {
      throw Presence.duplicate(key);
    }
    Condition condition = own == null ? Condition.ABSENT : own.condition();
    writes.put(key, new WriteBuffer.Write(value, condition, isPart));
  }

  /**
   * Writes many rows that must not be there yet, without a lock on them: of two who insert the same
   * key, the first to commit has it, and the other one fails at its commit.
   *
   * @return which keys are in the way; if there are any, nothing is written
   * @throws ColonnadeException SERIALIZATION_FAILURE as {@link #insert}; TRANSACTION_TOO_LARGE
   */
  public InsertRun.Refused insertAll(InsertRun run) {
    requireWritable("insert");
    view(); // opened if it is not yet
    Set<Key> present = new HashSet<>();
    List<Key> keys = run.keysToBeAbsent();
    boolean isUntouched = keys.isEmpty() || writes.isUntouched(keys.getFirst(), keys.getLast());
    try (GapReads reads = new GapReads(store(), KeySpan.around(keys))) {
      for (Key key : keys) {
        WriteBuffer.Write own = isUntouched ? null : writes.get(key);
        if (own == null ? isThere(key, reads.get(key)) : own.value() != null) {
          present.add(key);
        }
      }
    }
    InsertRun.Refused refused = new InsertRun.Refused(present, run.repeated());
    if (refused.isEmpty()) {
      run.writeTo(writes);
    }
    return refused;
  }

  /**
   * A key that was to be inserted and is there by now: what a commit has failed for with
   * UNIQUE_VIOLATION. Null if there is none any more.
   */
  public @Nullable Key takenKey() {
    return writes.firstTaken(house.store());
  }

  /**
   * Writes a row, whatever it held when it was {@linkplain #lock locked} for update.
   *
   * @throws ColonnadeException TRANSACTION_TOO_LARGE
   */
  public void put(Key key, byte[] value) {
    requireNonNull(value, "value is null");
    change(key, value);
  }

  /** Deletes a row, whatever it held when it was locked. */
  public void delete(Key key) {
    change(key, null);
  }

  /** Writes a key that goes with a row which this transaction inserts or has locked. */
  public void putPart(Key key, byte[] value) {
    requireWritable("write");
    requireNonNull(value, "value is null");
    writes.put(key, new WriteBuffer.Write(value, Condition.ANY, true));
  }

  /** Deletes a key that goes with a row which this transaction inserts or has locked. */
  public void deletePart(Key key) {
    requireWritable("delete");
    writes.put(key, new WriteBuffer.Write(null, Condition.ANY, true));
  }

  /**
   * Deletes a key that goes with a row which this transaction has locked, and locks it too: who
   * wants to insert it waits for what becomes of this.
   */
  public void deletePartLocked(Key key, LockWait wait) {
    requireWritable("delete");
    if (!locks.lock(key, LockStrength.UPDATE, wait)) {
      throw RowLocks.notAvailable(key);
    }
    deletePart(key);
  }

  /**
   * Has {@code addition} add to what the transaction commits: records, and what is done when they
   * are written. It is asked at every attempt.
   */
  public void attach(Consumer<Mutations> addition) {
    attachments.add(requireNonNull(addition, "addition is null"));
  }

  /**
   * Takes a lock that is no row's, until the end: that of a table, for example.
   *
   * @throws ColonnadeException as {@link #lock}
   */
  public void lockAside(Key key, LockStrength strength, LockWait wait) {
    requireWritable("lock");
    if (!locks.lock(key, strength, wait)) {
      throw RowLocks.notAvailable(key);
    }
  }

  /** Lets the transaction commit only if {@code guard} lets it through in its turn. */
  public void guardedBy(CommitGuard guard) {
    guards.add(requireNonNull(guard, "guard is null"));
  }

  /** This moment. */
  public Savepoint savepoint() {
    requireActive();
    return new Savepoint(this, writes.mark(), owner.mark(), guards.size());
  }

  /**
   * Undoes what was written since {@code savepoint}, and gives back the locks and guards that came
   * since. What was read since counts as read.
   */
  public void rollbackTo(Savepoint savepoint) {
    requireActive();
    requireOwn(savepoint);
    // Nobody asks any more at the commit whether these rows were absent.
    writes.insertsSince(savepoint.writes()).forEach(key -> noteRead(KeySpan.single(key)));
    writes.rollbackTo(savepoint.writes());
    guards.subList(savepoint.guards(), guards.size()).clear();
    house.locks().releaseSince(owner, savepoint.locks());
  }

  /**
   * Undoes what was written since {@code savepoint} and goes on with what is committed by now, also
   * where the isolation keeps to one moment otherwise: so it is for those who use nothing of what
   * was read before. Locks stay, and so does what other statements have read under READ COMMITTED.
   */
  public void restart(Savepoint savepoint) {
    requireActive();
    requireOwn(savepoint);
    writes.rollbackTo(savepoint.writes());
    if (options.isolation().keepsSnapshot()) {
      readSet.clear();
    }
    view.replaceBy(view.open());
  }

  /**
   * Moves a serializable transaction forward, to what is committed by now, if nothing that the
   * statements before the present one have read was changed since: what they have given would be
   * the same at the new moment. Undoes what was written since {@code statementStart}, the beginning
   * of the present statement, which is to be run again; earlier writes and all locks stay. The idea
   * is CockroachDB's, which calls it read refreshing (Taft and others, "CockroachDB: The Resilient
   * Geo-Distributed SQL Database", 2020).
   *
   * <p>Not to be called while a statement before reads on: that would read at two moments.
   *
   * @return whether it has moved; otherwise nothing is changed
   */
  public boolean refresh(Savepoint statementStart) {
    requireActive();
    requireOwn(statementStart);
    if (!watching) {
      return false;
    }
    ReadView before = view();
    ReadView next = view.open();
    ReadValidation validation =
        new ReadValidation(house.recent(), readSet.ofStatementsBefore(), before.timestamp(), watch);
    // While the view before is open, a delete above it leaves a trace.
    boolean unchanged = false;
    try {
      unchanged = validation.isUnchanged(house.store());
    } finally {
      if (!unchanged) {
        next.close();
      }
    }
    if (!unchanged) {
      house.conflicted();
      return false;
    }
    writes.rollbackTo(statementStart.writes());
    readSet.forgetStatement();
    view.replaceBy(next);
    house.refreshed();
    return true;
  }

  /**
   * Commits; the transaction is over afterwards, however this ends. Returns the timestamp at which
   * it happened: where nothing was written, that which was read at.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE, after which nothing has happened and the same
   *     work may be tried again in a new transaction; what {@link
   *     dev.colonnade.mvcc.commit.CommitPipeline#commit} fails with
   */
  public CommitResult commit(Durability durability) {
    requireActive();
    moveTo(TransactionState.COMMITTING);
    boolean done = false;
    try {
      CommitResult result =
          writes.isEmpty() && attachments.isEmpty() ? commitNothing() : commitWrites(durability);
      done = true;
      return result;
    } finally {
      end(done ? TransactionState.COMMITTED : TransactionState.ROLLED_BACK);
    }
  }

  /** Undoes everything. Does nothing if the transaction is over. */
  public void rollback() {
    if (state == TransactionState.ACTIVE) {
      end(TransactionState.ROLLED_BACK);
    }
  }

  /** Rolls back unless it is over. */
  @Override
  public void close() {
    rollback();
  }

  private LockedRow locked(Key key, byte @Nullable [] present, long readTimestamp) {
    long timestamp = present == null ? 0 : VersionHeader.timestamp(present);
    boolean changed = timestamp > readTimestamp;
    if (changed && options.isolation().keepsSnapshot()) {
      beforeWaiting(); // who may wait says so
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "could not serialize access due to concurrent update key=%s".formatted(key));
    }
    Version newest = Presence.version(present);
    versionsSeen.put(key, newest == null ? Condition.VersionIs.NONE : timestamp);
    return new LockedRow.Locked(newest, changed);
  }

  /** Who has read what is not durable yet is told that it has committed when that is. */
  private CommitResult commitNothing() {
    long timestamp = view.isOpen() ? view.get().timestamp() : house.reads().latest();
    house.pipeline().awaitDurable(timestamp);
    return new CommitResult(timestamp, 0, 0, 0);
  }

  private CommitResult commitWrites(Durability durability) {
    ReadValidation validation =
        watching && !readSet.isEmpty()
            ? new ReadValidation(house.recent(), readSet.all(), view().timestamp(), watch)
            : null;
    if (validation == null) {
      watch.end();
    }
    return new CommitAttempts(house, this::batch, validation).commit(durability);
  }

  private Mutations batch() {
    Mutations mutations = writes.mutations();
    guards.forEach(mutations::guardedBy);
    attachments.forEach(attachment -> attachment.accept(mutations));
    if (owner.count() > 0) {
      mutations.onVisible(locks::releaseAll);
    }
    return mutations;
  }

  private void change(Key key, byte @Nullable [] value) {
    requireWritable("write");
    if (!locks.isLockedForWriting(key)) {
      throw new IllegalStateException("row is not locked for writing key=" + key);
    }
    WriteBuffer.Write own = writes.get(key);
    Condition condition = own == null ? Condition.versionIs(versionSeen(key)) : own.condition();
    writes.put(key, new WriteBuffer.Write(value, condition, false));
  }

  /** The version that the row had when it was locked; nobody may have changed it since. */
  private long versionSeen(Key key) {
    return requireNonNull(versionsSeen.get(key), "row was locked and not looked at");
  }

  private boolean isThere(Key key, byte @Nullable [] present) {
    return Presence.isTaken(key, present, view().timestamp(), options.isolation());
  }

  private void requireOwn(Savepoint savepoint) {
    if (savepoint.transaction() != this) {
      throw new IllegalArgumentException("savepoint of another transaction");
    }
  }

  private StoreReader store() {
    return mayWait ? house.store() : house.memory();
  }

  private ReadView view() {
    requireActive();
    if (!view.isOpen()) {
      beginStatement();
    }
    return view.get();
  }

  private void requireWritable(String what) {
    requireActive();
    if (options.readOnly()) {
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION, "cannot " + what + " in a read-only transaction");
    }
  }

  private void requireActive() {
    if (state == TransactionState.COMMITTED || state == TransactionState.ROLLED_BACK) {
      throw new ColonnadeException(
          ErrorCode.TRANSACTION_NOT_ACTIVE, "the transaction is over state=" + state);
    }
  }

  private void end(TransactionState last) {
    moveTo(last);
    locks.releaseAll();
    view.close();
    watch.end();
    house.ended(last == TransactionState.COMMITTED);
  }

  private void moveTo(TransactionState next) {
    assert state.successors().contains(next) : "state=" + state + " next=" + next;
    state = next;
  }
}
