package dev.colonnade.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.storage.CatalogSequences;
import dev.colonnade.storage.StorageCatalogContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Uncommitted catalog changes of one transaction, which no other transaction sees before the
 * commit. To its end the transaction holds locks of the objects and names that it changes, and
 * shared ones of those that they depend on; others change other objects meanwhile, which it sees
 * from its next statement on. Commits that change the catalog are serialized. One thread.
 *
 * <p>A new sequence is stored at once, without a catalog entry. A change of an existing sequence is
 * recorded durably by the commit and applied right after it.
 */
public final class UncommittedCatalog implements TransactionParticipant {
  private record State(@Nullable CatalogEdit edit, int alterationCount) {}

  /** State without changes; not stored for savepoints, since most transactions change nothing. */
  private static final State UNCHANGED = new State(null, 0);

  /** Limit of the wait for another commit that changes the catalog. */
  private static final LockWaitPolicy COMMIT_WAIT = LockWaitPolicy.within(Duration.ofSeconds(30));

  private record Alteration(long sequenceId, SequenceChange change) {}

  private final Catalog catalog;
  private final CatalogOperations operations;
  private final CatalogSequences sequences;
  private final SessionProgress progress;

  /** States at savepoints, while something may still roll back to these. */
  private final WeakHashMap<Savepoint, State> states = new WeakHashMap<>();

  private final Set<Long> createdSequences = new HashSet<>();
  private final List<Alteration> alterations = new ArrayList<>();
  private @Nullable CatalogEdit edit;

  /** Alterations by sequence, from {@link #prepare} on. */
  private List<PendingAlterations> pending = List.of();

  /**
   * Creates the state of a transaction that has changed nothing.
   *
   * @param progress reports the builds of indexes
   */
  public UncommittedCatalog(
      Catalog catalog,
      CatalogOperations operations,
      CatalogSequences sequences,
      SessionProgress progress) {
    this.progress = requireNonNull(progress, "progress is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.operations = requireNonNull(operations, "operations is null");
    this.sequences = requireNonNull(sequences, "sequences is null");
  }

  /** Returns whether the catalog is unchanged. */
  public boolean isEmpty() {
    return edit == null;
  }

  /** Returns whether the transaction has created sequences. */
  public boolean hasCreatedSequences() {
    return !createdSequences.isEmpty();
  }

  /**
   * Returns the catalog as the transaction sees it, where other transactions see {@code committed}.
   */
  public CatalogSnapshot over(CatalogSnapshot committed) {
    CatalogEdit present = edit;
    if (present == null) {
      return committed;
    }
    if (committed.version() > present.before().version()) {
      present = present.rebasedOn(committed);
      edit = present;
    }
    return present.snapshot();
  }

  /** Returns the committed catalog that the changes are based on; there must be changes. */
  public CatalogSnapshot before() {
    return requireNonNull(edit, "catalog is unchanged").before();
  }

  /** Returns a table as other transactions see it; a new table as it is. */
  public Table committed(Table table) {
    Table before = edit == null ? null : edit.before().findTable(table.id());
    return before == null ? table : before;
  }

  /** Returns whether this transaction has created a table. */
  public boolean isNew(Table table) {
    return edit != null && edit.before().findTable(table.id()) == null;
  }

  /**
   * Changes the catalog; if a step fails, nothing is changed. Waits for the locks of what is
   * changed.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE if the result would be another one, because a
   *     change of others has been committed meanwhile
   */
  public <T> T change(
      Transaction transaction, LockWaitPolicy wait, Function<CatalogEdit, T> steps) {
    CatalogEdit present = edit == null ? catalog.newEdit() : edit;
    CatalogEdit next = present.copy();
    T result = steps.apply(next);
    if (next.isEmpty()) {
      return result;
    }
    next.placeLocks(present)
        .forEach((key, strength) -> transaction.lockResource(key, strength, wait));
    for (CatalogLock lock : next.locks(present)) {
      transaction.lockResource(lock.key(), StorageCatalogContext.strengthOf(lock), wait);
    }
    CatalogSnapshot latest = catalog.snapshot();
    if (next.conflictsWith(present, latest)) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE, "the catalog has changed: try again");
    }
    edit = next.rebasedOn(latest);
    return result;
  }

  public void sequenceCreated(long sequenceId) {
    createdSequences.add(sequenceId);
  }

  public void sequenceDiscarded(long sequenceId) {
    createdSequences.remove(sequenceId);
  }

  /** Changes a sequence: now if the transaction has created it, otherwise after the commit. */
  public void alter(long sequenceId, SequenceChange change) {
    if (createdSequences.contains(sequenceId)) {
      sequences.operations().alter(sequences.all().require(sequenceId), change);
    } else {
      requirePossible(sequenceId, change);
      alterations.add(new Alteration(sequenceId, change));
    }
  }

  /**
   * Throws as the change would, applied after the pending ones. The position of the sequence at the
   * commit is not known yet: that it is beyond a new bound is detected after the commit only.
   */
  private void requirePossible(long sequenceId, SequenceChange change) {
    SequenceOptions options = sequences.all().require(sequenceId).description().options();
    SequencePosition position = new SequencePosition(options.start(), false);
    for (Alteration before : alterations) {
      if (before.sequenceId() == sequenceId) {
        SequenceChange.Changed changed = before.change().apply(options, position);
        options = changed.options();
        position = changed.position();
      }
    }
    SequenceChange.Changed _ = change.apply(options, position);
  }

  @Override
  public void savepoint(Savepoint savepoint) {
    if (edit != null || !alterations.isEmpty()) {
      states.put(savepoint, new State(edit, alterations.size()));
    }
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    State state = states.getOrDefault(savepoint, UNCHANGED);
    edit = state.edit();
    while (alterations.size() > state.alterationCount()) {
      alterations.removeLast();
    }
  }

  /** Creates the ranges of new tables, and attaches the changes to the transaction. */
  @Override
  public void prepare(Transaction transaction) {
    CatalogEdit draft = edit;
    if (draft != null) {
      transaction.lockResource(StorageCatalogContext.LOCK_KEY, LockStrength.UPDATE, COMMIT_WAIT);
      CatalogEdit changed = draft.rebasedOn(catalog.snapshot());
      edit = changed;
      operations.prepare(changed);
      transaction.attach(mutations -> addTo(mutations, changed));
      Failpoint.CATALOG_BEFORE_WRITE.pass();
    }
    pending = pendingAlterations();
    pending.forEach(each -> transaction.attach(each::addTo));
  }

  private void addTo(Mutations mutations, CatalogEdit changed) {
    operations.addTo(mutations, changed);
    sequences.catalogChanges(mutations, changed.before(), changed.snapshot());
  }

  /** Groups the alterations by sequence. */
  private List<PendingAlterations> pendingAlterations() {
    Map<Long, List<SequenceChange>> bySequence = new TreeMap<>();
    for (Alteration change : alterations) {
      bySequence.computeIfAbsent(change.sequenceId(), _ -> new ArrayList<>()).add(change.change());
    }
    SequenceOperations all = sequences.operations();
    List<PendingAlterations> grouped = new ArrayList<>();
    bySequence.forEach(
        (id, changes) -> {
          Sequence sequence = sequences.all().find(id);
          if (sequence != null) {
            grouped.add(new PendingAlterations(all, all.newPendingNumber(), sequence, changes));
          }
        });
    return grouped;
  }

  /** Changes of one sequence: durable with the commit, applied right after it. */
  private record PendingAlterations(
      SequenceOperations operations, long number, Sequence sequence, List<SequenceChange> changes) {
    void addTo(Mutations mutations) {
      operations.addPending(mutations, number, sequence, changes);
    }

    void finish() {
      if (operations.exists(sequence)) {
        operations.applyPending(number, sequence, changes);
      } else {
        operations.deletePending(number); // the same transaction has dropped the sequence
      }
    }
  }

  /** Clears dropped tables, fills new indexes and applies the changes of sequences. */
  @Override
  public void committed() {
    CatalogEdit changed = edit;
    discardSequences(changed);
    if (changed != null) {
      Failpoint.CATALOG_AFTER_WRITE.pass();
      operations.finish(changed);
      progress.run(() -> operations.fillIndexes(changed));
    }
    pending.forEach(PendingAlterations::finish);
  }

  @Override
  public void rolledBack() {
    edit = null;
    alterations.clear();
    discardSequences(null);
  }

  /** Drops the stored form of new sequences that have no entry in the committed catalog. */
  private void discardSequences(@Nullable CatalogEdit committed) {
    if (committed != null) {
      committed.snapshot().relations().stream()
          .filter(SequenceEntry.class::isInstance)
          .forEach(entry -> createdSequences.remove(((SequenceEntry) entry).sequenceId()));
    }
    createdSequences.forEach(sequences.operations()::dropUnlisted);
    createdSequences.clear();
  }
}
