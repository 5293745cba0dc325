package dev.colonnade.storage;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.sequence.IdleCacheEvictor;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceCatalogCallback;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.cache.CacheDependencies;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.record.SequenceRecords;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sequences of a database with their catalog entries: names are unique among relations and
 * sequences, and a sequence is dropped with the column that owns it. Catalog and sequences change
 * together in exclusive commands of the commit pipeline, so that each sees a consistent state of
 * the other.
 */
public final class CatalogSequences implements SequenceCatalogCallback {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogSequences.class);

  private final Catalog catalog;
  private final Sequences sequences;
  private final SequenceOperations operations;
  private final ScheduledFuture<?> schedule;

  public CatalogSequences(
      Store store,
      CommitPipeline pipeline,
      Catalog catalog,
      SequenceConfig config,
      StorageDependencies dependencies) {
    this.catalog = catalog;
    SequenceRecords records = new SequenceRecords(store, pipeline);
    Executor executor = dependencies.commits().completions();
    ScheduledExecutorService background = dependencies.background();
    CacheDependencies.Timer timer =
        (nanos, task) -> {
          var _ = background.schedule(task, nanos, TimeUnit.NANOSECONDS);
        };
    sequences =
        Sequences.open(
            records,
            new CacheDependencies(records, executor, timer, dependencies.ticker()),
            config);
    operations = new SequenceOperations(sequences, pipeline, this);
    IdleCacheEvictor sweep = new IdleCacheEvictor(sequences);
    long interval = sweep.intervalNanos();
    schedule =
        background.scheduleWithFixedDelay(
            () -> run(sweep), interval, interval, TimeUnit.NANOSECONDS);
  }

  public Sequences all() {
    return sequences;
  }

  public SequenceOperations operations() {
    return operations;
  }

  public SequenceSession newSession() {
    return new SequenceSession(sequences, operations);
  }

  /**
   * Repairs the catalog after opening: adds catalog entries for sequences of stores that were
   * written before such entries existed, and drops sequences that a statement created but did not
   * add to the catalog.
   */
  public void reconcile(CatalogOperations catalogOperations) {
    Set<Long> known = new HashSet<>();
    entries(catalog.snapshot()).forEach(entry -> known.add(entry.sequenceId()));
    List<Sequence> unknown =
        sequences.all().stream().filter(sequence -> !known.contains(sequence.id())).toList();
    List<Sequence> listed =
        unknown.stream().filter(sequence -> sequences.find(sequence.name()) == sequence).toList();
    if (!listed.isEmpty()) {
      catalogOperations.change(
          edit -> {
            for (Sequence sequence : listed) {
              OwningColumn owner = sequence.description().options().ownedBy();
              edit.createSequence(
                  ObjectName.ofPublic(sequence.name()), sequence.id(), ownerOf(owner));
            }
            return edit;
          });
    }
    unknown.stream()
        .filter(sequence -> !listed.contains(sequence))
        .forEach(sequence -> operations.dropUnlisted(sequence.id()));
  }

  /** Applies a catalog change to the sequences, within the exclusive command of the change. */
  public void catalogChanges(
      ExclusiveContext context, CatalogSnapshot before, CatalogSnapshot after) {
    operations.dropAll(context, gone(before, after));
    for (SequenceEntry entry : changed(before, after)) {
      operations.updateIdentity(
          context, entry.sequenceId(), entry.name(), isListed(entry), ownerOf(entry));
    }
  }

  /**
   * Variant of {@link #catalogChanges(ExclusiveContext, CatalogSnapshot, CatalogSnapshot)} for a
   * batch of mutations.
   */
  public void catalogChanges(Mutations mutations, CatalogSnapshot before, CatalogSnapshot after) {
    List<Sequence> gone = gone(before, after);
    if (!gone.isEmpty()) {
      operations.dropAll(mutations, gone);
    }
    for (SequenceEntry entry : changed(before, after)) {
      operations.updateIdentity(
          mutations, entry.sequenceId(), entry.name(), isListed(entry), ownerOf(entry));
    }
  }

  private List<Sequence> gone(CatalogSnapshot before, CatalogSnapshot after) {
    List<Sequence> gone = new ArrayList<>();
    for (Relation relation : before.relations()) {
      if (relation instanceof SequenceEntry entry && after.findRelation(entry.id()) == null) {
        Sequence sequence = sequences.find(entry.sequenceId());
        if (sequence != null) {
          gone.add(sequence);
        }
      }
    }
    return gone;
  }

  private static List<SequenceEntry> changed(CatalogSnapshot before, CatalogSnapshot after) {
    List<SequenceEntry> changed = new ArrayList<>();
    for (Relation relation : after.relations()) {
      if (relation instanceof SequenceEntry entry) {
        Relation old = before.findRelation(entry.id());
        if (entry != old && !entry.equals(old)) {
          changed.add(entry);
        }
      }
    }
    return changed;
  }

  private static boolean isListed(SequenceEntry entry) {
    return entry.schemaId() == BuiltIns.PUBLIC_ID;
  }

  private static @Nullable OwningColumn ownerOf(SequenceEntry entry) {
    SequenceEntry.Owner owner = entry.owner();
    return owner == null ? null : new OwningColumn(owner.tableId(), owner.columnId());
  }

  @Override
  public void created(
      ExclusiveContext context, long id, String name, @Nullable OwningColumn owner) {
    catalog.join(
        context, edit -> edit.createSequence(ObjectName.ofPublic(name), id, ownerOf(owner)));
  }

  @Override
  public void renamed(ExclusiveContext context, long id, String newName) {
    catalog.join(
        context,
        edit -> {
          SequenceEntry entry = entry(edit.snapshot(), id);
          edit.rename(entry, new ObjectName(entry.schemaId(), newName));
        });
  }

  @Override
  public void ownerChanged(ExclusiveContext context, long id, @Nullable OwningColumn owner) {
    catalog.join(context, edit -> edit.replace(entry(edit.snapshot(), id).ownedBy(ownerOf(owner))));
  }

  @Override
  public void dropped(ExclusiveContext context, long id) {
    catalog.join(
        context,
        edit -> new ObjectDrop(edit, false).dropRelations(List.of(entry(edit.snapshot(), id))));
  }

  @Override
  public void requireNameFree(String name) {
    ObjectName whole = ObjectName.ofPublic(name);
    CatalogSnapshot snapshot = catalog.snapshot();
    if (snapshot.findRelation(whole) != null || snapshot.findTableOfIndex(whole) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_SEQUENCE, "relation \"%s\" already exists".formatted(name));
    }
  }

  @Override
  public void requireColumn(OwningColumn owner) {
    Table table = catalog.snapshot().table(owner.tableId());
    if (!hasColumn(table, owner)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "no such column: table=%s columnId=%d".formatted(table.name(), owner.columnId()));
    }
  }

  /** Returns unused cached values, while the pipeline still writes. */
  public void close(long timeoutNanos) {
    schedule.cancel(false);
    sequences.close(timeoutNanos);
  }

  private static SequenceEntry entry(CatalogSnapshot snapshot, long id) {
    return entries(snapshot).stream()
        .filter(entry -> entry.sequenceId() == id)
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNKNOWN_SEQUENCE, "could not open relation with OID " + id));
  }

  private static List<SequenceEntry> entries(CatalogSnapshot snapshot) {
    return snapshot.relations().stream()
        .filter(SequenceEntry.class::isInstance)
        .map(SequenceEntry.class::cast)
        .toList();
  }

  private static SequenceEntry.@Nullable Owner ownerOf(@Nullable OwningColumn owner) {
    return owner == null ? null : new SequenceEntry.Owner(owner.tableId(), owner.columnId(), false);
  }

  private static boolean hasColumn(@Nullable Table table, OwningColumn owner) {
    return table != null && table.schema().hasColumn(owner.columnId());
  }

  private static void run(IdleCacheEvictor sweep) {
    try {
      sweep.run();
    } catch (RuntimeException e) {
      LOG.warn("sweep of idle sequences failed; the next one will retry", e);
    }
  }
}
