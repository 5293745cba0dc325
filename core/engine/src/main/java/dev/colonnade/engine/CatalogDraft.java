package dev.colonnade.engine;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.SequenceEntry;
import dev.colonnade.catalog.Table;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction has changed of the catalogue, which nobody else sees before it commits. From
 * its first change to its end the transaction holds the lock of the catalogue. One thread.
 *
 * <p>What counts in new sequences is there at once, without a name; changes of sequences that were
 * there before are noted by the commit, and made right after it.
 */
final class CatalogDraft {
  private record State(@Nullable CatalogEdit edit, int alteredCount) {}

  /** Where nothing was changed; not kept, since most transactions change nothing. */
  private static final State UNCHANGED = new State(null, 0);

  private record Altered(long sequenceId, SequenceChange change) {}

  private final Database database;
  private final IdentityHashMap<Savepoint, State> states = new IdentityHashMap<>();
  private final Set<Long> createdSequences = new HashSet<>();
  private final List<Altered> altered = new ArrayList<>();
  private @Nullable CatalogEdit edit;

  CatalogDraft(Database database) {
    this.database = database;
  }

  /** Whether nothing is changed. */
  boolean isEmpty() {
    return edit == null;
  }

  /** The catalogue as the transaction sees it, where everyone else sees {@code committed}. */
  CatalogSnapshot over(CatalogSnapshot committed) {
    return edit == null ? committed : edit.snapshot();
  }

  /** A table as everyone else sees it; one that is new as it is. */
  Table committed(Table table) {
    Table before = edit == null ? null : edit.before().findTable(table.id());
    return before == null ? table : before;
  }

  /** Makes a change; where that fails, nothing is changed. */
  <T> T change(Transaction transaction, LockWait wait, Function<CatalogEdit, T> steps) {
    CatalogEdit present = edit;
    if (present == null) {
      transaction.lockResource(EngineGround.LOCK_KEY, LockStrength.UPDATE, wait);
      present = database.catalog().newEdit();
    }
    CatalogEdit next = present.copy();
    T result = steps.apply(next);
    if (!next.isEmpty()) {
      edit = next;
    }
    return result;
  }

  void sequenceCreated(long sequenceId) {
    createdSequences.add(sequenceId);
  }

  void sequenceDiscarded(long sequenceId) {
    createdSequences.remove(sequenceId);
  }

  /** Changes a sequence now if it is the transaction's own, otherwise after the commit. */
  void alter(long sequenceId, SequenceChange change) {
    if (createdSequences.contains(sequenceId)) {
      database
          .engineSequences()
          .operations()
          .alter(database.sequences().require(sequenceId), change);
    } else {
      requirePossible(sequenceId, change);
      altered.add(new Altered(sequenceId, change));
    }
  }

  /**
   * Fails as the change would, which follows those that wait already. Where the sequence stands by
   * the commit is not known yet: that it has passed a new bound shows then only.
   */
  private void requirePossible(long sequenceId, SequenceChange change) {
    SequenceOptions options = database.sequences().require(sequenceId).description().options();
    Position position = new Position(options.start(), false);
    for (Altered before : altered) {
      if (before.sequenceId() == sequenceId) {
        SequenceChange.Changed changed = before.change().apply(options, position);
        options = changed.options();
        position = changed.position();
      }
    }
    SequenceChange.Changed _ = change.apply(options, position);
  }

  /** This moment belongs to a savepoint. */
  Savepoint keptAt(Savepoint savepoint) {
    if (edit != null || !altered.isEmpty()) {
      states.put(savepoint, new State(edit, altered.size()));
    }
    return savepoint;
  }

  /** Goes back to a savepoint. */
  void rollbackTo(Savepoint savepoint) {
    State state = states.getOrDefault(savepoint, UNCHANGED);
    edit = state.edit();
    while (altered.size() > state.alteredCount()) {
      altered.removeLast();
    }
  }

  /** Commits the transaction with what is changed. */
  void commit(Transaction transaction) {
    CatalogEdit changed = edit;
    if (changed != null) {
      database.catalogOperations().prepare(changed);
      transaction.attach(mutations -> addTo(mutations, changed));
      Failpoint.CATALOG_BEFORE_WRITE.pass();
    }
    List<Alterations> alterations = alterations();
    alterations.forEach(each -> transaction.attach(each::addTo));
    boolean done = false;
    try {
      transaction.commit(database.config().commit().durability());
      done = true;
    } finally {
      discardSequences(done ? changed : null);
    }
    if (changed != null) {
      Failpoint.CATALOG_AFTER_WRITE.pass();
      database.catalogOperations().finish(changed);
      database.catalogOperations().fillIndexes(changed);
    }
    alterations.forEach(Alterations::finish);
  }

  /** All that is changed of each sequence that was there before. */
  private List<Alterations> alterations() {
    SequenceOperations operations = database.engineSequences().operations();
    Map<Long, List<SequenceChange>> bySequence = new TreeMap<>();
    for (Altered change : altered) {
      bySequence.computeIfAbsent(change.sequenceId(), _ -> new ArrayList<>()).add(change.change());
    }
    List<Alterations> alterations = new ArrayList<>();
    bySequence.forEach(
        (id, changes) -> {
          Sequence sequence = database.sequences().find(id);
          if (sequence != null) {
            alterations.add(
                new Alterations(operations, operations.newPendingNumber(), sequence, changes));
          }
        });
    return alterations;
  }

  /** Changes of a sequence: durable with the commit, in force right after it. */
  private record Alterations(
      SequenceOperations operations, long number, Sequence sequence, List<SequenceChange> changes) {
    void addTo(Mutations mutations) {
      operations.addPending(mutations, number, sequence, changes);
    }

    void finish() {
      if (operations.exists(sequence)) {
        operations.applyPending(number, sequence, changes);
      } else {
        operations.deletePending(number); // the transaction has dropped it, too
      }
    }
  }

  /** Forgets everything. */
  void rollback() {
    edit = null;
    altered.clear();
    discardSequences(null);
  }

  private void addTo(Mutations mutations, CatalogEdit changed) {
    database.catalogOperations().addTo(mutations, changed);
    database.engineSequences().catalogChanges(mutations, changed.before(), changed.snapshot());
  }

  /** Drops what counts in new sequences that came to no name. */
  private void discardSequences(@Nullable CatalogEdit committed) {
    if (committed != null) {
      committed.snapshot().relations().stream()
          .filter(SequenceEntry.class::isInstance)
          .forEach(entry -> createdSequences.remove(((SequenceEntry) entry).sequenceId()));
    }
    createdSequences.forEach(database.engineSequences().operations()::dropUnlisted);
    createdSequences.clear();
  }
}
