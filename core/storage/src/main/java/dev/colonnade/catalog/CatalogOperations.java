package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Atomic and durable changes of the catalog.
 *
 * <p>One exclusive command of the commit pipeline writes the records of a change and replaces the
 * snapshot before any other commit runs. So every commit is either before or after a change of the
 * catalog, and so is every crash. A change holds locks of what it changes and depends on; the
 * writes are serialized by one more lock. Changes may read from disk: callers must not be event
 * loop threads.
 */
public final class CatalogOperations {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogOperations.class);

  /** Limit of the wait of a TRUNCATE for the end of a move of the rows. */
  private static final Duration MOVE_WAIT_MAX = Duration.ofSeconds(30);

  private final Catalog catalog;
  private final CatalogContext context;
  private final int creatorId;

  public CatalogOperations(Catalog catalog, CatalogContext context) {
    this(catalog, context, BuiltIns.BOOTSTRAP_ID);
  }

  private CatalogOperations(Catalog catalog, CatalogContext context, int creatorId) {
    this.creatorId = creatorId;
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns operations whose new objects belong to a role. */
  public CatalogOperations ownedBy(int roleId) {
    return new CatalogOperations(catalog, context, roleId);
  }

  /**
   * Commits a change of several steps atomically.
   *
   * @return the result of {@code steps}
   */
  public <T> T change(Function<CatalogEdit, T> steps) {
    return change(steps, List.of());
  }

  /** Variant of {@link #change} for a caller that has some of the locks that the steps need. */
  public <T> T change(Function<CatalogEdit, T> steps, List<CatalogLock> owned) {
    while (true) {
      CatalogEdit edit = catalog.newEdit().ownedBy(creatorId);
      T result = steps.apply(edit);
      if (edit.isEmpty()) {
        return result;
      }
      List<CatalogLock> needed =
          edit.locks().stream().filter(lock -> !owned.contains(lock)).toList();
      try (CatalogContext.Lease _ = context.lock(needed)) {
        if (catalog.snapshot() == edit.before()) {
          commit(edit);
          return result;
        }
      }
      // Another change was committed meanwhile: the steps are applied to its result.
    }
  }

  /**
   * Creates a table in ranges of its own.
   *
   * @param schema first version of its columns; their enums must be in the catalog
   */
  public Table createTable(String name, TableSchema schema) {
    return createTable(name, schema, Map.of());
  }

  /** Variant of {@link #createTable(String, TableSchema)} with default expressions by column id. */
  public Table createTable(String name, TableSchema schema, Map<Integer, String> defaults) {
    return createTable(name, schema, defaults, TableConstraints.NONE);
  }

  /** Variant of {@link #createTable(String, TableSchema, Map)} with indexes and constraints. */
  public Table createTable(
      String name,
      TableSchema schema,
      Map<Integer, String> defaults,
      TableConstraints constraints) {
    return change(
        edit ->
            edit.createTable(
                edit.snapshot().qualifiedName(name),
                new SchemaHistory(schema),
                TableProperties.ofDefaults(defaults),
                constraints));
  }

  /** Renames a table; its id and its rows stay. */
  public Table renameTable(String name, String newName) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(name);
          return edit.rename(table, new ObjectName(table.schemaId(), newName));
        });
  }

  /**
   * Adds a column. Rows that were written before have {@code defaultValue} in it.
   *
   * @param family column family that stores it; null for the first
   */
  public Table addColumn(String tableName, NewColumn column, @Nullable String family) {
    return changeColumns(
        tableName,
        history ->
            history.addColumn(
                column.name(),
                column.type(),
                column.nullable(),
                column.defaultValue(),
                familyId(history.latest(), family)));
  }

  /** Drops a column that is not a part of the primary key. Rows are not rewritten. */
  public Table dropColumn(String tableName, String column) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(tableName);
          new ObjectDrop(edit, false).dropColumn(table, table.schema().column(column));
          return edit.snapshot().table(table.id());
        });
  }

  /**
   * Drops a table with all versions of its rows. Concurrent reads of it fail with UNKNOWN_TABLE,
   * and so do writes that commit afterwards.
   *
   * @throws ColonnadeException DEPENDENT_OBJECTS if a view depends on it
   */
  public void dropTable(String name) {
    change(
        edit -> {
          Table table = edit.snapshot().table(name);
          new ObjectDrop(edit, false).dropRelations(List.of(table));
          return table;
        });
  }

  private Table changeConstraints(int tableId, UnaryOperator<TableConstraints> operator) {
    return changeConstraints(tableId, operator, List.of());
  }

  private Table changeConstraints(
      int tableId, UnaryOperator<TableConstraints> operator, List<CatalogLock> owned) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(tableId);
          return edit.changeConstraints(table, operator.apply(table.descriptor().constraints()));
        },
        owned);
  }

  /**
   * Creates an index online, while the table is read and written. Writers maintain the index from
   * the commit of its descriptor on; then the existing rows are backfilled; then readers use the
   * index.
   *
   * @throws ColonnadeException UNIQUE_VIOLATION if two rows have the same key; after this or any
   *     other error the index is dropped again
   */
  public Table createIndex(int tableId, String name, Index.Definition definition) {
    return filled(beginIndex(tableId, name, definition, List.of()));
  }

  /**
   * Variant of {@link #createIndex(int, String, Index.Definition)} that first waits for the
   * transactions that have written to the table, whose commits would fail otherwise.
   *
   * @param beside whether other writers go on during the wait
   * @throws ColonnadeException SERIALIZATION_FAILURE if the table was altered meanwhile
   */
  public Table createIndex(
      Table table, String name, Index.Definition definition, LockWaitPolicy wait, boolean beside) {
    Table building;
    try (CatalogContext.Lease _ = context.lockWriters(table, wait, beside)) {
      Table now = catalog.snapshot().table(table.id());
      if (!now.history().equals(table.history())) {
        throw now.moved();
      }
      building =
          beginIndex(table.id(), name, definition, List.of(CatalogLock.exclusive(table.id())));
    }
    return filled(building);
  }

  private Table beginIndex(
      int tableId, String name, Index.Definition definition, List<CatalogLock> owned) {
    return changeConstraints(
        tableId,
        constraints -> constraints.withIndex(name, definition, IndexState.BUILDING),
        owned);
  }

  private Table filled(Table building) {
    String name = building.descriptor().constraints().indexes().getLast().name();
    int id = building.descriptor().constraints().nextIndexId() - 1;
    Table built = backfillIndex(building, id);
    if (built == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "the index was dropped meanwhile: name=" + name);
    }
    return built;
  }

  /** Returns the table with the index that is ready; null if either was dropped meanwhile. */
  private @Nullable Table backfillIndex(Table building, int id) {
    Failpoint.INDEX_BEFORE_FILL.pass();
    try {
      context.backfill(building, id);
      Failpoint.INDEX_AFTER_FILL.pass();
      return changeConstraints(
          building.id(), constraints -> constraints.withState(id, IndexState.READY));
    } catch (RuntimeException | Error e) {
      Table table = catalog.snapshot().findTable(building.id());
      if (table == null || table.findIndex(id) == null) {
        return null;
      }
      dropUnfinished(building.id(), id, e);
      throw e;
    }
  }

  /**
   * Variant of {@link #createIndex(int, String, Index.Definition)} for a table of the database
   * {@code colonnade}, by name.
   */
  public Table createIndex(String tableName, String name, Index.Definition definition) {
    return createIndex(catalog.snapshot().table(tableName).id(), name, definition);
  }

  private void dropUnfinished(int tableId, int indexId, Throwable reason) {
    try {
      Table table = catalog.snapshot().findTable(tableId);
      if (table != null && table.findIndex(indexId) != null) {
        dropIndex(tableId, indexId);
      }
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  /** Drops an index with its entries. Throws UNKNOWN_OBJECT if it does not exist. */
  public Table dropIndex(int tableId, int indexId) {
    try (CatalogContext.Lease _ = context.lock(List.of(CatalogLock.exclusive(tableId)))) {
      CatalogEdit edit = catalog.newEdit();
      Table table = edit.before().table(tableId);
      if (table.findIndex(indexId) == null) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT, "no such index: tableId=" + tableId + " id=" + indexId);
      }
      edit.change(table, table.descriptor().withoutIndex(indexId));
      Failpoint.CATALOG_BEFORE_WRITE.pass();
      context.exclusive(command -> write(command, edit));
      Failpoint.CATALOG_AFTER_WRITE.pass();
      clearObsolete(edit.snapshot().table(tableId));
      return catalog.snapshot().table(tableId);
    }
  }

  /**
   * Clears the places where a table has had rows and entries, or leaves that to the next start if
   * ranges are busy. The caller has the lock of the table and of the catalog. This is no part of
   * the change that made them obsolete, so that readers that miss rows find these marked, on
   * followers too.
   */
  private void clearObsolete(Table table) {
    try {
      table.obsoleteSpans().forEach(span -> context.clear(span, _ -> span));
      CatalogEdit edit = catalog.newEdit();
      edit.change(table, table.descriptor().withoutObsoleteRows());
      context.exclusive(command -> write(command, edit));
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.RANGE_BUSY && e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      LOG.warn("entries of an index are cleared at the next start: table={}", table.name(), e);
    }
  }

  /**
   * Variant of {@link #dropIndex(int, int)} for a table of the database {@code colonnade}, by name.
   */
  public Table dropIndex(String tableName, int indexId) {
    return dropIndex(catalog.snapshot().table(tableName).id(), indexId);
  }

  /** Drops the indexes whose backfill was incomplete when the store was closed. */
  public void dropUnfinishedIndexes() {
    for (Table table : catalog.snapshot().tables()) {
      for (TableIndex index : table.indexes()) {
        if (!index.descriptor().isReady()) {
          dropIndex(table.id(), index.id());
        }
      }
    }
  }

  /** Deletes all rows of a table, with all their versions. */
  public void clear(Table table) {
    if (catalog.isMoving(table.id())) {
      LockWaitPolicy wait = LockWaitPolicy.within(MOVE_WAIT_MAX);
      try (CatalogContext.Lease _ = context.lockTable(table, wait)) {
        LOG.debug("rows have moved: tableId={}", table.id());
      }
    }
    context.clear(
        table.span(),
        _ -> {
          table.requireLive();
          if (catalog.isMoving(table.id())) {
            throw table.moved();
          }
          return table;
        });
  }

  /** Returns the engine that the changes need. */
  public CatalogContext context() {
    return context;
  }

  /** Returns the catalog that is changed. */
  public Catalog catalog() {
    return catalog;
  }

  /** Creates an enum type. The order of {@code labels} is their sort order. */
  public EnumType createEnum(String name, List<String> labels) {
    return change(edit -> edit.createEnum(edit.snapshot().qualifiedName(name), labels));
  }

  /**
   * Clears the key spans of dropped tables whose clean-up was incomplete when the store was closed,
   * and what else remained of tables that do not exist.
   */
  public void resumeCleanUps() {
    try (CatalogContext.Lease _ = context.lock(List.of())) {
      catalog.snapshot().droppedTables().forEach(table -> cleanUp(table.id()));
      context.retainTablesOf(catalog.snapshot());
    }
  }

  /** Drops the databases whose restore was incomplete when the store was closed. */
  public void dropRestoringDatabases() {
    catalog.snapshot().restoringDatabases().forEach(this::dropRestoring);
  }

  /** Drops a database with all its objects, unless its restore is complete. */
  public void dropRestoring(DatabaseEntry database) {
    change(
        edit -> {
          DatabaseEntry now = edit.snapshot().findDatabase(database.id());
          if (now != null && now.isRestoring()) {
            new NamespaceEdit(edit).dropDatabase(now);
          }
          return database;
        });
  }

  /** Runs {@code work} while no change of the catalog commits. */
  public <T> T whileUnchanged(Supplier<T> work) {
    try (CatalogContext.Lease _ = context.lock(List.of())) {
      return work.get();
    }
  }

  /**
   * Creates the ranges of tables and indexes that a change creates, before the change is written.
   */
  public void prepare(CatalogEdit edit) {
    // The ranges exist before the table does. After a crash in between, the next new table gets
    // the same id, and the split is idempotent.
    List<KeySpan> created = newSpans(edit);
    created.forEach(context::splitAround);
    if (!created.isEmpty()) {
      Failpoint.CATALOG_AFTER_CARVE.pass();
    }
  }

  private static List<KeySpan> newSpans(CatalogEdit edit) {
    List<KeySpan> spans = new ArrayList<>();
    for (Table table : edit.snapshot().tables()) {
      Table known = edit.before().findTable(table.id());
      if (known == null) {
        spans.add(table.span());
      }
      Table moved = table.movedTable();
      if (moved != null && known != null && known.movedTable() == null) {
        spans.add(moved.rowSpan());
        moved.indexes().forEach(index -> spans.add(index.span()));
      }
      for (TableIndex index : table.indexes()) {
        if (known == null || known.findIndex(index.id()) == null) {
          spans.add(index.span());
        }
      }
    }
    return spans;
  }

  /**
   * Adds a change to the mutations of a transaction, so that both commit atomically. The caller
   * calls {@link #prepare} before the commit and {@link #finish} after it.
   */
  public void addTo(Mutations mutations, CatalogEdit edit) {
    edit.forEachChange(
        (key, value) -> {
          if (value == null) {
            mutations.deleteMeta(key, MetaCondition.ANY);
          } else {
            mutations.putMeta(key, value, MetaCondition.ANY);
          }
        });
    mutations.onApplied(() -> apply(edit));
  }

  /** Clears the key spans of tables and indexes that a committed change dropped. */
  public void finish(CatalogEdit edit) {
    droppedTables(edit).forEach(table -> cleanUp(table.id()));
    for (Table table : edit.before().tables()) {
      Table now = edit.snapshot().findTable(table.id());
      for (TableIndex index : table.indexes()) {
        if (now != null && table.hasRowsOf(now.descriptor()) && now.findIndex(index.id()) == null) {
          // Ids of indexes are never reused: entries that remain after a crash are deleted with the
          // table.
          context.clear(index.span(), _ -> index);
        }
      }
    }
  }

  /** Backfills the indexes that a committed change created. */
  public void fillIndexes(CatalogEdit edit) {
    for (Table table : edit.snapshot().tables()) {
      Table before = edit.before().findTable(table.id());
      for (TableIndex index : table.indexes()) {
        boolean isNew = before == null || before.findIndex(index.id()) == null;
        if (isNew && !index.descriptor().isReady()) {
          @Nullable Table _ = backfillIndex(table, index.id());
        }
      }
    }
  }

  private Table changeColumns(String name, UnaryOperator<SchemaHistory> operator) {
    return change(
        edit -> {
          Table table = edit.snapshot().table(name);
          return edit.changeColumns(table, operator.apply(table.history()));
        });
  }

  private void commit(CatalogEdit edit) {
    prepare(edit);
    Failpoint.CATALOG_BEFORE_WRITE.pass();
    context.exclusive(command -> write(command, edit));
    Failpoint.CATALOG_AFTER_WRITE.pass();
    finish(edit);
  }

  private CatalogSnapshot write(ExclusiveContext command, CatalogEdit edit) {
    CatalogSnapshot after = edit.after();
    context.beforeCommit(command, edit.before(), after);
    edit.writeTo(command.batch());
    // Serializable transactions that have read rows where they are no longer must not commit.
    movedTables(edit).forEach(table -> command.cleared(table.rowSpan()));
    command.onApplied(() -> apply(edit));
    return after;
  }

  /**
   * Marks dropped tables and indexes and moved rows before the new snapshot is visible: a reader
   * that misses rows because of the change finds the mark afterwards.
   */
  private void apply(CatalogEdit edit) {
    CatalogSnapshot after = edit.snapshot();
    edit.before().tables().forEach(table -> table.markDropped(after.findTable(table.id())));
    catalog.apply(edit);
  }

  private static List<Table> movedTables(CatalogEdit edit) {
    List<Table> moved = new ArrayList<>();
    for (Table table : edit.before().tables()) {
      Table now = edit.snapshot().findTable(table.id());
      if (now != null && !table.hasRowsOf(now.descriptor())) {
        moved.add(table);
      }
    }
    return moved;
  }

  private static List<Table> droppedTables(CatalogEdit edit) {
    CatalogSnapshot after = edit.snapshot();
    return edit.before().tables().stream()
        .filter(table -> after.findTable(table.id()) == null)
        .toList();
  }

  /** Clears a dropped table, or leaves the clean-up to the next start if its ranges are busy. */
  private void cleanUp(int tableId) {
    try {
      context.clear(
          Table.spanOf(tableId),
          command -> {
            catalog.join(
                command,
                edit -> {
                  edit.removeCleanUp(tableId);
                  new NamespaceEdit(edit).removeUnusedTypes();
                });
            context.tableCleared(command, tableId);
            return tableId;
          });
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.RANGE_BUSY && e.code() != ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      LOG.warn("a dropped table is cleared at the next start: tableId={}", tableId, e);
    }
  }

  private static int familyId(TableSchema schema, @Nullable String name) {
    if (name == null) {
      return ColumnFamily.FIRST_ID;
    }
    for (ColumnFamily family : schema.families()) {
      if (family.name().equals(name)) {
        return family.id();
      }
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such family: family=" + name);
  }

  /** Definition of a column to be added. */
  public record NewColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {}
}
