package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryHolder;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.catalog.rule.OnCommit;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.rule.CheckGround;
import dev.colonnade.engine.rule.DeferredChecks;
import dev.colonnade.engine.rule.ForeignKeys;
import dev.colonnade.engine.rule.UniqueKeys;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.mvcc.txn.TransactionMoment;
import dev.colonnade.mvcc.txn.TransactionOptions;
import dev.colonnade.scan.ScanStream;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.access.OnLocked;
import dev.colonnade.sql.access.PinnedStatement;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.StoredRows;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.type.Family;
import dev.colonnade.type.row.KeyCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of SQL's statements over one of {@code mvcc.txn}, and what the present statement
 * sees of it. One thread.
 *
 * <p>One that has a single statement begins only when that reads: a statement that does nothing but
 * insert rows goes to the commit pipeline as a batch.
 */
final class EngineTransaction implements SessionTransaction, StatementTransaction {
  private static final long NANOS_PER_MICRO = 1000;

  private final Session session;
  private final Database database;
  private final TransactionOptions options;
  private final boolean hasOneStatement;
  private final long startMicros;

  /** Tables whose rows were written: they have to be there still at the commit. */
  private final Set<Integer> tablesWritten = new HashSet<>();

  private final CatalogDraft draft;
  private final GaplessDraws draws;
  private final DeferredChecks deferred = new DeferredChecks();
  private final List<Consumer<StatementTransaction>> checks = new ArrayList<>();
  private final SequenceAccess sequences;
  private @Nullable Transaction transaction;

  /** How rows are written since the transaction has changed the catalogue. */
  private @Nullable TransactionRows rowsOfDraft;

  private @Nullable Savepoint statementStart;
  private CatalogSnapshot catalog;
  private LockWait lockWait = LockWait.FOREVER;

  EngineTransaction(
      Session session, Database database, TransactionOptions options, boolean hasOneStatement) {
    this.session = requireNonNull(session, "session is null");
    this.database = requireNonNull(database, "database is null");
    this.options = requireNonNull(options, "options is null");
    this.hasOneStatement = hasOneStatement;
    this.startMicros = database.seams().clock().epochNanos() / NANOS_PER_MICRO;
    this.catalog = session.catalog();
    this.draft = new CatalogDraft(database);
    this.draws = new GaplessDraws(database.sequences(), session.sequences());
    this.sequences =
        new DraftSequences(
            session.sequenceAccess(),
            draft,
            database.sequences(),
            this::nextGapless,
            this::beforeWaiting);
  }

  @Override
  public StatementTransaction statement(LockWait wait) {
    lockWait = requireNonNull(wait, "wait is null");
    Transaction begun = transaction;
    if (begun == null && !hasOneStatement) {
      begun = begin();
    }
    if (begun != null) {
      begun.beginStatement();
      statementStart = kept(begun.savepoint());
    }
    // After the timestamp, so that every row can be read.
    catalog = draft.over(session.catalog());
    return this;
  }

  @Override
  public PinnedStatement pinned() {
    return new ReadingStatement(this, open().statementSnapshot(), catalog);
  }

  @Override
  public <T> @Nullable T tryStatement(Function<StatementTransaction, ? extends @Nullable T> work) {
    statement(LockWait.NOWAIT);
    Transaction begun = open();
    Savepoint start = requireNonNull(statementStart, "statementStart is null");
    T result = begun.withoutWaiting(start, () -> work.apply(this));
    if (result == null) {
      rollbackTo(start);
    }
    return result;
  }

  /** The transaction, which a single statement begins when it needs one. */
  private Transaction open() {
    Transaction begun = transaction;
    if (begun == null) {
      begun = begin();
      begun.beginStatement();
      statementStart = kept(begun.savepoint());
      requireSameCatalog();
    }
    return begun;
  }

  private Transaction begin() {
    Transaction begun = database.transactions().begin(options);
    transaction = begun;
    return begun;
  }

  /** The statement was planned for a catalogue that was taken before the timestamp. */
  private void requireSameCatalog() {
    if (draft.isEmpty() && session.catalog().version() != catalog.version()) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE, "the catalogue has changed: try again");
    }
  }

  @Override
  public Savepoint savepoint() {
    Transaction begun = transaction;
    return kept((begun == null ? begin() : begun).savepoint());
  }

  private Savepoint kept(Savepoint savepoint) {
    draws.keptAt(savepoint);
    deferred.keptAt(savepoint);
    return draft.keptAt(savepoint);
  }

  private void beforeWaiting() {
    if (transaction != null) {
      transaction.beforeWaiting();
    }
  }

  private long nextGapless(Sequence sequence) {
    return draws.next(open(), lockWait, sequence);
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    requireNonNull(transaction, "transaction is null").rollbackTo(savepoint);
    draft.rollbackTo(savepoint);
    draws.rollbackTo(savepoint);
    deferred.rollbackTo(savepoint);
    tablesWritten.clear(); // their locks and guards may be gone
  }

  @Override
  public StatementTransaction restart(LockWait wait) {
    Transaction begun = transaction;
    if (begun == null) {
      return statement(wait);
    }
    Savepoint start = requireNonNull(statementStart, "statementStart is null");
    begun.restart(start);
    return begunAgain(begun, start, wait);
  }

  @Override
  public @Nullable StatementTransaction refresh(LockWait wait) {
    Transaction begun = transaction;
    Savepoint start = statementStart;
    return begun != null && start != null && begun.refresh(start)
        ? begunAgain(begun, start, wait)
        : null;
  }

  private StatementTransaction begunAgain(Transaction begun, Savepoint start, LockWait wait) {
    draft.rollbackTo(start);
    draws.rollbackTo(start);
    deferred.rollbackTo(start);
    lockWait = requireNonNull(wait, "wait is null");
    statementStart = kept(begun.savepoint());
    // After the timestamp, so that every row can be read.
    catalog = draft.over(session.catalog());
    return this;
  }

  @Override
  public void commit() {
    if (transaction != null) {
      requireChecked(transaction);
      database.gate().enter();
      try {
        requireDeferred(transaction);
        TemporaryTables.beforeCommit(
            transaction,
            draft,
            draft.over(session.catalog()),
            session.names(catalog).temporarySchema());
        draws.attachTo(transaction);
        draft.commit(transaction);
      } catch (ColonnadeException e) {
        throw named(e, transaction);
      } finally {
        database.gate().exit();
      }
    }
  }

  @Override
  public void beforeCommit(Consumer<StatementTransaction> check) {
    checks.add(requireNonNull(check, "check is null"));
  }

  private void requireChecked(Transaction begun) {
    if (checks.isEmpty() || !begun.hasWrites()) {
      return;
    }
    boolean done = false;
    try {
      checks.forEach(check -> check.accept(this));
      done = true;
    } finally {
      if (!done) {
        rollback();
      }
    }
  }

  /** Checks what waits for the commit; where something is wrong, the transaction is undone. */
  private void requireDeferred(Transaction begun) {
    LockWait wait =
        lockWait instanceof LockWait.Within(Duration timeout, _)
            ? LockWait.within(timeout)
            : LockWait.FOREVER;
    boolean done = false;
    try {
      deferred.requireAll(new CheckGround(begun, draft.over(session.catalog()), wait));
      done = true;
    } finally {
      if (!done) {
        rollback();
      }
    }
  }

  @Override
  public void setConstraints(Set<ConstraintId> constraints, boolean isDeferred) {
    deferred.set(constraints, isDeferred, new CheckGround(open(), catalog, lockWait));
  }

  /** Names the constraint if others have taken a key that was inserted without a lock. */
  private ColonnadeException named(ColonnadeException failure, Transaction ended) {
    Key taken = failure.code() == ErrorCode.UNIQUE_VIOLATION ? ended.duplicateKey() : null;
    Table table = taken == null ? null : tableOf(taken);
    return taken == null || table == null ? failure : UniqueViolations.ofKey(table, taken);
  }

  private @Nullable Table tableOf(Key key) {
    for (int id : tablesWritten) {
      Table table = catalog.findTable(id);
      if (table != null && table.span().contains(key)) {
        return table;
      }
    }
    return null;
  }

  @Override
  public void rollback() {
    if (transaction != null) {
      transaction.rollback();
      draft.rollback();
    }
  }

  @Override
  public void close() {
    rollback();
  }

  @Override
  public long readTimestamp() {
    return open().readTimestamp();
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public NameScope names() {
    return names(catalog);
  }

  NameScope names(CatalogSnapshot seen) {
    return session.names(seen);
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
  public SequenceAccess sequences() {
    return sequences;
  }

  @Override
  public <T> T alter(Function<CatalogEdit, T> steps) {
    T result = draft.change(open(), lockWait, steps);
    catalog = draft.over(catalog);
    return result;
  }

  @Override
  public void alterSequence(long sequenceId, SequenceChange change) {
    open();
    sequences.alter(sequenceId, change);
  }

  @Override
  public boolean truncate(List<Table> tables) {
    boolean isAlone = hasOneStatement && transaction == null;
    if (isAlone) {
      session.clear(tables);
    }
    return isAlone;
  }

  @Override
  public boolean isInBlock() {
    return !hasOneStatement;
  }

  @Override
  public void limitRanges(Table table, long maxBytes) {
    session.limitRanges(table, maxBytes);
  }

  @Override
  public void splitAt(Table table, List<Key> keys) {
    session.splitAt(table, keys);
  }

  @Override
  public int sessionCount(int databaseId) {
    return session.sessionCount(databaseId);
  }

  @Override
  public String user() {
    return session.user();
  }

  @Override
  public long startMicros() {
    return startMicros;
  }

  @Override
  public long clockMicros() {
    return database.seams().clock().epochNanos() / NANOS_PER_MICRO;
  }

  @Override
  public TableFacts facts() {
    return session.facts();
  }

  @Override
  public long rowCount(Table table) {
    return SessionStatements.rowCount(session, table);
  }

  @Override
  public ScanStream scan(Table table, ScanRequest request, Cancellation cancellation) {
    Transaction open = open();
    open.beforeWaiting();
    boolean seesOwn = false;
    for (KeySpan span : request.spans()) {
      seesOwn |= open.hasWrites(span);
    }
    return scan(table, request, cancellation, seesOwn ? open.overlaid(request.spans()) : null);
  }

  /** A scan of what was committed, or of this with own writes over it. */
  ScanStream scan(
      Table table,
      ScanRequest request,
      Cancellation cancellation,
      @Nullable VersionedReads overlaid) {
    request.spans().forEach(open()::noteRead);
    return overlaid == null
        ? database.reads().open(table, request, cancellation)
        : database.reads().open(table, request, cancellation, overlaid);
  }

  /** What a key held at a moment of the transaction. */
  @Nullable Version get(Table table, Key key, TransactionMoment moment) {
    KeySpan span = KeySpan.single(key);
    open().noteRead(span);
    VersionedReads overlaid = moment.overlaid(List.of(span));
    return overlaid == null
        ? database.reads().get(table, key, moment.readTimestamp())
        : database.reads().get(table, key, moment.readTimestamp(), overlaid);
  }

  @Override
  public @Nullable Version get(Table table, Key key) {
    Transaction open = open();
    KeySpan span = KeySpan.single(key);
    open.noteRead(span);
    return open.hasWrites(span)
        ? database.reads().get(table, key, open.readTimestamp(), open.overlaid(List.of(span)))
        : database.reads().get(table, key, open.readTimestamp(), open.reads());
  }

  @Override
  public long write(Table table, List<RowChange> changes) {
    return changes.isEmpty() ? 0 : writing(table, work -> rows().write(work, table, changes));
  }

  @Override
  public long insertAll(Table table, List<@Nullable Object[]> inserted, IntConsumer atRow) {
    return inserted.isEmpty()
        ? 0
        : writing(
            table,
            work -> {
              rows().insertAll(work, table, inserted, atRow);
              return inserted.size();
            });
  }

  @Override
  public boolean insertStored(Table table, StoredRows inserted) {
    return inserted.count() > 0
        && writing(table, work -> rows().insertStored(work, table, inserted) ? 1 : 0) == 1;
  }

  private long writing(Table table, ToLongFunction<TransactionRows.Work> change) {
    Transaction open = open();
    database.gate().enter();
    try {
      if (tablesWritten.add(table.id())) {
        lockTable(table, TableLockMode.ROWS);
        // Indexes that the transaction makes or drops itself are no reason to begin anew.
        database.writes().guards(draft.committed(table)).forEach(open::guardedBy);
      }
      return change.applyAsLong(new TransactionRows.Work(open, lockWait, deferred));
    } finally {
      database.gate().exit();
    }
  }

  /** How rows are written: the session knows, unless the transaction has changed the catalogue. */
  private TransactionRows rows() {
    if (draft.isEmpty()) {
      return session.rows(catalog);
    }
    TransactionRows known = rowsOfDraft;
    if (known == null || !known.isFor(catalog)) {
      known = new TransactionRows(database, catalog);
      rowsOfDraft = known;
    }
    return known;
  }

  @Override
  public long writeAlone(Table table, List<RowChange> changes) {
    boolean isAlone = hasOneStatement && transaction == null && !options.readOnly();
    return isAlone
            && database.transactions().locks().isEmpty()
            && table.descriptor().rules().checks().isEmpty()
            && OnCommit.of(table.descriptor().clauses().settings()) == OnCommit.PRESERVE_ROWS
            && !ForeignKeys.concern(table, catalog)
            && !UniqueKeys.concern(table)
        ? SessionStatements.write(session, table, changes)
        : write(table, changes);
  }

  @Override
  public boolean lock(Table table, List<Object> key, LockStrength strength, OnLocked onLocked) {
    Transaction open = open();
    LockWait wait =
        switch (onLocked) {
          case WAIT -> lockWait;
          case FAIL -> LockWait.NOWAIT;
          case SKIP -> LockWait.SKIP;
        };
    KeyCodec keys = table.format().keyCodec();
    Key first = keys.familyKey(keys.encode(key.toArray()), Family.FIRST_ID);
    database.gate().enter();
    try {
      return switch (open.lock(first, strength, wait)) {
        case LockedRow.Skipped _ -> false;
        case LockedRow.Locked(Version newest, boolean changed) -> {
          if (changed) {
            throw new ColonnadeException(
                ErrorCode.SERIALIZATION_FAILURE,
                "could not serialize access due to concurrent update");
          }
          yield newest != null;
        }
      };
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.LOCK_NOT_AVAILABLE && onLocked == OnLocked.FAIL
          ? BatchLocks.notAvailable("row in relation", table, e)
          : e;
    } finally {
      database.gate().exit();
    }
  }

  @Override
  public void lockTable(Table table, TableLockMode mode) {
    LockStrength strength = BatchLocks.strengthOf(mode);
    if (strength == null) {
      return;
    }
    try {
      open().lockResource(BatchLocks.nameOf(table), strength, lockWait);
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.LOCK_NOT_AVAILABLE && lockWait == LockWait.NOWAIT
          ? BatchLocks.notAvailable("relation", table, e)
          : e;
    }
  }

  @Override
  public boolean isAlone() {
    boolean hasWrites = transaction != null && transaction.hasWrites();
    return hasOneStatement && draft.isEmpty() && !hasWrites;
  }

  @Override
  public <T> T define(Function<CatalogOperations, T> change) {
    if (!draft.isEmpty() || (transaction != null && transaction.hasWrites())) {
      throw new ColonnadeException(
          ErrorCode.ACTIVE_TRANSACTION,
          "the statement cannot run in a transaction that has changed something");
    }
    return session.define(change);
  }
}
