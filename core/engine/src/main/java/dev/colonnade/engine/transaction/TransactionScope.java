package dev.colonnade.engine.transaction;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.DefinitionGuard;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.engine.catalog.TransactionParticipant;
import dev.colonnade.engine.catalog.UncommittedCatalog;
import dev.colonnade.engine.constraint.CheckContext;
import dev.colonnade.engine.constraint.DeferredChecks;
import dev.colonnade.engine.sequence.GaplessAllocations;
import dev.colonnade.engine.sequence.TransactionSequences;
import dev.colonnade.engine.session.EngineContext;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sql.access.SequenceAccess;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of one SQL transaction that its roles share: the storage transaction, the participants, and
 * the present statement with its catalog and lock wait. One thread.
 *
 * <p>A transaction of a single statement begins lazily, with its first read or lock: a statement
 * that does nothing but insert rows is committed as a batch.
 */
final class TransactionScope {
  private final EngineSessionState session;
  private final TransactionOptions options;
  private final boolean hasOneStatement;
  private final UncommittedCatalog draft;
  private final GaplessAllocations gapless;
  private final List<TransactionParticipant> participants;
  private final DeferredChecks deferred = new DeferredChecks();
  private final SequenceAccess sequences;

  /** True once a statement has begun; the first one may choose the snapshot. */
  private boolean hasStatement;

  private @Nullable Transaction transaction;
  private @Nullable Savepoint statementStart;
  private CatalogSnapshot catalog;
  private LockWaitPolicy lockWait = LockWaitPolicy.FOREVER;

  TransactionScope(
      EngineSessionState session, TransactionOptions options, boolean hasOneStatement) {
    this.session = requireNonNull(session, "session is null");
    this.options = requireNonNull(options, "options is null");
    this.hasOneStatement = hasOneStatement;
    EngineContext engine = session.engine();
    this.catalog = session.catalog();
    this.draft =
        new UncommittedCatalog(
            engine.catalog(), engine.catalogOperations(), engine.sequences(), session.progress());
    this.gapless = new GaplessAllocations(engine.sequences().all(), session.sequences());
    this.participants = List.of(draft, gapless);
    this.sequences =
        new TransactionSequences(
            session.sequenceAccess(this::beforeWaiting),
            draft,
            engine.sequences().all(),
            this::nextGapless,
            this::beforeWaiting);
  }

  public EngineSessionState session() {
    return session;
  }

  public EngineContext engine() {
    return session.engine();
  }

  public TransactionOptions options() {
    return options;
  }

  /** Returns whether the transaction is a single statement, outside of a transaction block. */
  boolean hasOneStatement() {
    return hasOneStatement;
  }

  /** Returns the catalog changes of the transaction. */
  public UncommittedCatalog draft() {
    return draft;
  }

  /** Returns the constraint checks that are deferred to the commit. */
  public DeferredChecks deferred() {
    return deferred;
  }

  /** Returns the participants in the commit, in the order in which they contribute. */
  List<TransactionParticipant> participants() {
    return participants;
  }

  /** Returns the sequences as the transaction sees them. */
  public SequenceAccess sequences() {
    return sequences;
  }

  /** Returns the catalog that the present statement sees. */
  public CatalogSnapshot catalog() {
    return catalog;
  }

  /** Returns the committed catalog for which the present statement was planned. */
  CatalogSnapshot committedCatalog() {
    return draft.isEmpty() ? catalog : draft.before();
  }

  /** Returns the newest committed catalog with the changes of the transaction. */
  CatalogSnapshot newestCatalog() {
    return draft.over(session.catalog());
  }

  /** Returns the limit of the present statement's waits for locks. */
  public LockWaitPolicy lockWait() {
    return lockWait;
  }

  /** Returns the storage transaction; null if it has not begun. */
  @Nullable Transaction begun() {
    return transaction;
  }

  /** Returns whether the transaction has written rows. */
  boolean hasWrites() {
    return transaction != null && transaction.hasWrites();
  }

  /** Returns the storage transaction, which a single statement begins on first use. */
  public Transaction open() {
    Transaction begun = transaction;
    if (begun == null) {
      begun = begin();
      begun.beginStatement();
      statementStart = noted(begun.savepoint());
      requireSameCatalog();
    }
    return begun;
  }

  private Transaction begin() {
    Transaction begun = engine().transactions().begin(options, session.number());
    transaction = begun;
    return begun;
  }

  /** The statement was planned for a catalog that was read before the timestamp. */
  private void requireSameCatalog() {
    if (draft.isEmpty() && session.catalog().version() != catalog.version()) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE, "the catalog has changed: try again");
    }
  }

  /** Begins a statement. */
  void beginStatement(LockWaitPolicy wait) {
    if (choosesSnapshot()) {
      session.freshness().requireForStatement();
    }
    beginFreshStatement(wait);
  }

  /** Returns whether the next statement reads a snapshot that is not chosen yet. */
  private boolean choosesSnapshot() {
    return options.readTimestamp() == TransactionOptions.NOW
        && (!hasStatement || options.isolation() == IsolationLevel.READ_COMMITTED);
  }

  private void beginFreshStatement(LockWaitPolicy wait) {
    hasStatement = true;
    lockWait = requireNonNull(wait, "wait is null");
    Transaction begun = transaction;
    if (begun == null && !hasOneStatement) {
      begun = begin();
    }
    if (begun != null) {
      begun.beginStatement();
      statementStart = noted(begun.savepoint());
    }
    // After the timestamp, so that every visible row can be decoded.
    catalog = newestCatalog();
  }

  /**
   * Begins a statement and runs it without waiting. Unless it returns a result, it has no effect.
   *
   * @return null if the work would have to wait or returns null
   */
  <T> @Nullable T attempt(Supplier<? extends @Nullable T> work) {
    if (choosesSnapshot() && !session.freshness().isEnoughForStatement()) {
      return null;
    }
    beginFreshStatement(LockWaitPolicy.NOWAIT);
    Transaction begun = open();
    Savepoint start = requireNonNull(statementStart, "statementStart is null");
    T result = null;
    try {
      result = begun.withoutWaiting(start, work);
    } finally {
      if (result == null) {
        rollbackTo(start);
      }
    }
    return result;
  }

  /** Returns a savepoint at the present state. */
  public Savepoint savepoint() {
    Transaction begun = transaction;
    return noted((begun == null ? begin() : begun).savepoint());
  }

  private Savepoint noted(Savepoint savepoint) {
    participants.forEach(participant -> participant.savepoint(savepoint));
    deferred.savepoint(savepoint);
    return savepoint;
  }

  /** Undoes the changes since a savepoint. */
  public void rollbackTo(Savepoint savepoint) {
    requireNonNull(transaction, "transaction is null").rollbackTo(savepoint);
    restore(savepoint);
  }

  private void restore(Savepoint savepoint) {
    participants.forEach(participant -> participant.rollbackTo(savepoint));
    deferred.rollbackTo(savepoint);
  }

  /**
   * Begins the present statement again at a new snapshot. Fails on a leader that has been deposed:
   * there, every attempt would end as the one before.
   */
  void restart(LockWaitPolicy wait) {
    engine().reads().requireCurrent();
    Transaction begun = transaction;
    Savepoint start = statementStart;
    if (begun == null || start == null) {
      // No statement has begun, for example because the store was not current.
      beginStatement(wait);
      return;
    }
    begun.restart(start);
    beginAgain(begun, start, wait);
  }

  /**
   * Moves a serializable transaction to a new snapshot and begins the present statement again.
   *
   * @return whether it has moved; otherwise nothing is undone
   */
  boolean refresh(LockWaitPolicy wait) {
    engine().reads().requireCurrent();
    Transaction begun = transaction;
    Savepoint start = statementStart;
    if (begun == null || start == null || !begun.refresh(start)) {
      return false;
    }
    beginAgain(begun, start, wait);
    return true;
  }

  private void beginAgain(Transaction begun, Savepoint start, LockWaitPolicy wait) {
    restore(start);
    lockWait = requireNonNull(wait, "wait is null");
    statementStart = noted(begun.savepoint());
    // After the timestamp, so that every visible row can be decoded.
    catalog = newestCatalog();
  }

  /** Changes the catalog with the transaction. */
  public <T> T alter(Function<CatalogEdit, T> steps) {
    Transaction begun = open();
    requireSameCatalog();
    int creatorId = session.creatorId(catalog);
    NameScope names = session.names(catalog);
    T result =
        draft.change(
            begun,
            lockWait,
            edit -> {
              CatalogSnapshot before = edit.snapshot();
              T changed = steps.apply(edit.ownedBy(creatorId));
              DefinitionGuard.require(before, edit, names);
              return changed;
            });
    catalog = draft.over(catalog);
    return result;
  }

  /** Sets whether constraints are deferred; checks those that no longer are. */
  void setConstraints(Set<ConstraintId> constraints, boolean isDeferred) {
    deferred.set(constraints, isDeferred, new CheckContext(open(), catalog, lockWait));
  }

  /** Runs several changes of one statement, and the checks of constraints after the last one. */
  void together(Runnable changes) {
    deferred.together(changes, () -> new CheckContext(open(), catalog, lockWait));
  }

  /** Checks the deferred constraints, before the commit. */
  void requireDeferred(Transaction begun) {
    LockWaitPolicy wait =
        lockWait instanceof LockWaitPolicy.Within(Duration timeout, _)
            ? LockWaitPolicy.within(timeout)
            : LockWaitPolicy.FOREVER;
    deferred.requireAll(new CheckContext(begun, newestCatalog(), wait));
  }

  /** Rolls back. Does nothing if the transaction is over or has not begun. */
  void rollback() {
    if (transaction != null) {
      transaction.rollback();
      participants.forEach(TransactionParticipant::rolledBack);
    }
  }

  private void beforeWaiting() {
    if (transaction != null) {
      transaction.beforeWaiting();
    }
  }

  private long nextGapless(Sequence sequence) {
    return gapless.next(open(), lockWait, sequence);
  }
}
