package dev.colonnade.storage.restore;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.ConflictResolver;
import dev.colonnade.bulk.SortedPairs;
import dev.colonnade.bulk.SpanIngest;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.restore.DatabaseCopy;
import dev.colonnade.catalog.restore.DatabaseCopy.CopiedTable;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.store.CursorOptions;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restore of a database of a store that no one else uses, such as one restored from a backup, into
 * a running one: its objects, positions of sequences, and rows with the entries of all indexes.
 *
 * <p>No session sees the database before it is complete; then one change of the catalog shows it. A
 * failure drops it again; after a crash the opening of the store does.
 */
public final class DatabaseRestore {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseRestore.class);
  private static final long READAHEAD_BYTES = 2L << 20;

  private final StorageEngine source;
  private final StorageEngine target;
  private final CatalogOperations operations;

  /**
   * Creates restores.
   *
   * @param source store with the database
   * @param target store that receives it
   */
  public DatabaseRestore(StorageEngine source, StorageEngine target) {
    this.source = requireNonNull(source, "source is null");
    this.target = requireNonNull(target, "target is null");
    operations = target.catalogOperations();
  }

  /**
   * Restores a database.
   *
   * @param name of the database in the source
   * @param newName of the database in the target
   * @throws ColonnadeException UNKNOWN_DATABASE; DUPLICATE_DATABASE; UNKNOWN_OBJECT if a role does
   *     not exist; LIMIT_EXCEEDED; what interrupts the thread
   */
  public void run(String name, String newName) {
    CatalogSnapshot from = source.catalog().snapshot();
    DatabaseEntry database = from.database(name);
    Map<Long, Long> sequenceIds = new HashMap<>();
    AtomicReference<@Nullable DatabaseEntry> created = new AtomicReference<>();
    boolean isDone = false;
    try {
      createSequences(from, database, sequenceIds);
      Failpoint.RESTORE_AFTER_SEQUENCES.pass();
      DatabaseCopy copy = new DatabaseCopy(from, database, sequenceIds);
      DatabaseCopy.Result result =
          operations.change(
              edit -> {
                DatabaseCopy.Result added = copy.addTo(edit, newName);
                created.set(added.database());
                return added;
              });
      Failpoint.RESTORE_AFTER_OBJECTS.pass();
      copyRows(result);
      Failpoint.RESTORE_BEFORE_SHOW.pass();
      complete(result.database());
      isDone = true;
    } finally {
      if (!isDone) {
        undo(created.get(), sequenceIds.values());
      }
    }
  }

  /** Creates sequences at the positions of those of the source, which never go back. */
  private void createSequences(
      CatalogSnapshot from, DatabaseEntry database, Map<Long, Long> sequenceIds) {
    SequenceOperations sequences = target.sequences().operations();
    for (SequenceEntry entry : DatabaseCopy.sequences(from, database)) {
      Sequence found = source.sequences().all().require(entry.sequenceId());
      SequenceDescription original = found.description();
      Sequence created = sequences.createUnlisted(entry.name(), original.options().ownedBy(null));
      sequenceIds.put(entry.sequenceId(), created.id());
      sequences.setValue(created, original.lastValue(), original.isCalled());
    }
  }

  private void copyRows(DatabaseCopy.Result result) {
    try (ReadView view = source.versions().reads().open()) {
      for (CopiedTable table : result.tables()) {
        try (CommandProgress progress =
            SessionProgress.current().begin(ProgressCommand.COPY_FROM_FILE, table.copy().id())) {
          copyRows(table, view, progress);
        }
        Failpoint.RESTORE_AFTER_TABLE.pass();
      }
    }
  }

  private void copyRows(CopiedTable table, ReadView view, CommandProgress progress) {
    Table copy = table.copy();
    copy(view, table.source().rowSpan(), copy, copy.rowSpan(), progress);
    for (TableIndex index : table.source().indexes()) {
      TableIndex entries = requireNonNull(copy.findIndex(index.id()), "index is missing");
      copy(view, index.span(), copy, entries.span(), progress);
    }
  }

  private void copy(
      ReadView view, KeySpan from, Table table, KeySpan to, CommandProgress progress) {
    CursorOptions options =
        CursorOptions.over(from).withoutFillingCache().withReadahead(READAHEAD_BYTES);
    try (VersionCursor cursor = view.cursor(options)) {
      if (!cursor.seekToFirst()) {
        return;
      }
      byte[] prefix = Table.spanOf(table.id()).start().bytes();
      try (SpanIngest ingest = SpanIngest.begin(target.bulkWrites(), to)) {
        ingest.finish(SortedPairs.of(cursor, prefix), new UnsharedSpan(table), progress);
      }
    }
  }

  private void complete(DatabaseEntry database) {
    operations.change(
        edit -> {
          if (edit.snapshot().restoringDatabases().stream()
              .noneMatch(present -> present.id() == database.id())) {
            throw new ColonnadeException(
                ErrorCode.UNKNOWN_DATABASE,
                "database \"%s\" was dropped while it was restored".formatted(database.name()));
          }
          new NamespaceEdit(edit).completeRestore(database);
          return database;
        });
  }

  /** Drops what exists of a database, or leaves that to the next start. */
  private void undo(@Nullable DatabaseEntry created, Collection<Long> sequenceIds) {
    try {
      if (created != null) {
        operations.dropRestoring(created);
      }
      sequenceIds.forEach(target.sequences().operations()::dropUnlisted);
    } catch (RuntimeException e) {
      LOG.warn("a database whose restore failed is dropped at the next start", e);
    }
  }

  /** Span of a table that no one else writes to. */
  private record UnsharedSpan(Table table) implements ConflictResolver {
    @Override
    public boolean hasFamilies() {
      return table.schema().hasFamilyByte();
    }

    @Override
    public void requireLive() {
      table.requireLive();
    }

    @Override
    public ColonnadeException duplicate(Key key, byte[] one, byte[] other) {
      return new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "store has a key twice: table=%s".formatted(table.name()));
    }

    @Override
    public boolean isUnique() {
      return false;
    }

    @Override
    public boolean isCurrent(Key key, byte[] value) {
      return true;
    }

    @Override
    public boolean isSameRow(Key key, byte[] one, byte[] other) {
      return true;
    }
  }
}
