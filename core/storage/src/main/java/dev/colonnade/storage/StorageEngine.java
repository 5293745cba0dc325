package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.archive.ArchivingStore;
import dev.colonnade.backup.BackupWriter;
import dev.colonnade.bulk.BulkWrites;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.move.RowMoves;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.extension.CompositeParticipant;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.mvcc.txn.TransactionDependencies;
import dev.colonnade.mvcc.txn.Transactions;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.split.SplitDependencies;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.disk.SpaceReclaim;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.lifecycle.StorageThreads;
import dev.colonnade.storage.range.TableChanges;
import dev.colonnade.storage.range.TableRangeBorders;
import dev.colonnade.storage.range.TableRanges;
import dev.colonnade.storage.range.TableRowBoundaries;
import dev.colonnade.storage.replica.PromotableStore;
import dev.colonnade.storage.replica.ReadableTimestamps;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.storage.row.StorageRowBatch;
import dev.colonnade.storage.scan.RowSampler;
import dev.colonnade.storage.scan.ScannerFactory;
import dev.colonnade.storage.scan.TableReads;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Freshness;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.disk.DiskSpace;
import java.time.Duration;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Storage engine in a directory: the composition root of storage. It has tables, versions, key
 * ranges, columnar scans, sequences and transactions; it knows neither SQL nor indexes and
 * constraints, which the engine maintains on top of it. Thread-safe; to be closed once.
 *
 * <pre>{@code
 * try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
 *   Table cities = storage.catalogOperations().createTable("cities", schema);
 *   StorageRowBatch batch = storage.newBatch(cities);
 *   batch.row().putAll(1L, "Athens");
 *   storage.write(batch.insert(), Durability.SYNC);
 * }
 * }</pre>
 */
public final class StorageEngine implements AutoCloseable {
  /** Maximum time that closing waits for running operations. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private final StorageConfig config;
  private final StorageDependencies dependencies;
  private final @Nullable StorageThreads ownThreads;
  private final OperationGate gate = new OperationGate();
  private final DeletedSpanStore store;
  private final DiskSpace disk;
  private final VersionAccess versions;
  private final Catalog catalog;
  private final Ranges ranges;
  private final RangeOperations rangeOperations;
  private final CommitPipeline pipeline;
  private final Transactions transactions;
  private final CatalogSequences sequences;
  private final CatalogOperations catalogOperations;
  private final StatisticsStore tableStatistics;
  private final TableChanges tableChanges = new TableChanges();
  private final SegmentSchedule segments;
  private final ColumnCache columnCache;
  private final BufferAllocator allocator;
  private final TableReads reads;
  private final SplitScheduler splits;
  private final TableRanges tableRanges;
  private final GarbageCollectionSchedule collector;
  private final BackupWriter backups;
  private final BulkWrites bulk;
  private final RecentChanges recent;

  private final RoleChanges roles;

  /** Written under the monitor by the closing thread. */
  private volatile LifecycleState state = LifecycleState.OPEN;

  private StorageEngine(
      StorageConfig config,
      StorageDependencies dependencies,
      IndexBuilder.Factory indexBuilders,
      @Nullable StorageThreads ownThreads,
      OpenStore opened) {
    this.config = config;
    this.store = new DeletedSpanStore(opened.store());
    this.disk = opened.disk();
    this.dependencies = dependencies;
    this.ownThreads = ownThreads;
    versions = VersionAccess.recover(store, dependencies.clock());
    EngineParts.Context context =
        new EngineParts.Context(config, dependencies, store, versions, opened.role(), disk);
    catalog = Catalog.open(store);
    tableStatistics = StatisticsStore.open(store);
    ranges = Ranges.open(store, new TableRowBoundaries(catalog));
    segments = SegmentSchedule.open(context);
    columnCache = segments.cache();
    RangeLoads loads =
        new RangeLoads(ranges, dependencies.ticker(), config.split().pace().loadWindow());
    WritePressure pressure =
        new WritePressure(ranges, loads, dependencies.ticker(), config.split().effectivePressure());
    recent = new RecentChanges(versions.clock(), config.transactions().limits().recentChangesMax());
    pipeline =
        EngineParts.newPipeline(
            context,
            new CompositeParticipant(
                new CompositeParticipant(ranges, columnCache.invalidation()),
                new CompositeParticipant(recent, tableChanges)),
            pressure);
    if (opened.role() == StorageRole.REPLICA) {
      pipeline.follow();
    } else {
      pipeline.recover();
    }
    transactions =
        new Transactions(
            new TransactionDependencies(
                store, versions.reads(), dependencies.ticker(), EngineParts.spillSpace(config)),
            pipeline,
            recent,
            config.transactions().limits());
    ExclusiveSectionHistogram sections = new ExclusiveSectionHistogram(dependencies.ticker());
    rangeOperations = new RangeOperations(store, pipeline, ranges, sections);
    sequences = new CatalogSequences(store, pipeline, catalog, config.sequence(), dependencies);
    bulk = EngineParts.newBulkWrites(context, pipeline, ranges, rangeOperations);
    catalogOperations = new CatalogOperations(catalog, newCatalogContext(indexBuilders));
    allocator = new RootAllocator(config.memory().directBytesMax());
    reads = newReads(loads);
    splits = newSplits(loads, pressure, sections, opened.role());
    tableRanges = new TableRanges(ranges, rangeOperations, splits, gate);
    collector = EngineParts.newCollector(context, pipeline);
    backups =
        new BackupWriter(
            store,
            config.folder().resolve("checkpoint"),
            dependencies.clock(),
            dependencies.ticker());
    roles = newRoles(opened.role());
  }

  private RoleChanges newRoles(StorageRole role) {
    return new RoleChanges(
        store,
        versions,
        pipeline,
        new RoleChanges.State(
            catalog, ranges, sequences.all(), tableStatistics, recent, columnCache.invalidation()),
        new RoleChanges.Work(config, gate, splits, collector, this::completePendingWork),
        role);
  }

  private StorageCatalogContext newCatalogContext(IndexBuilder.Factory indexBuilders) {
    return new StorageCatalogContext(
        pipeline,
        ranges,
        rangeOperations,
        sequences,
        tableStatistics,
        new SpaceReclaim(store, disk, dependencies.background()),
        indexBuilders.create(
            new IndexBuilder.Context(
                catalog,
                versions.reads(),
                bulk,
                Parallelism.of(dependencies.scans(), config.scan().degree()),
                config.memory().rowBytesMax())),
        () ->
            new RowLocks(
                transactions.locks(), transactions.locks().newOwner(), dependencies.ticker()));
  }

  private TableReads newReads(RangeLoads loads) {
    return new TableReads(
        versions.reads(),
        new ScannerFactory(
            ranges::map,
            new MemorySource(allocator, config.memory().requestBytesMax()),
            columnCache,
            dependencies.ticker()),
        Parallelism.of(dependencies.scans(), config.scan().degree()),
        loads,
        gate);
  }

  private SplitScheduler newSplits(
      RangeLoads loads,
      WritePressure pressure,
      ExclusiveSectionHistogram sections,
      StorageRole role) {
    return new SplitScheduler(
        new SplitDependencies(
            new SplitDependencies.Data(store, pipeline, ranges, new TableRangeBorders(catalog)),
            rangeOperations,
            sections,
            new SplitDependencies.Traffic(loads, pressure),
            dependencies.splits(),
            dependencies.background(),
            dependencies.ticker()),
        role == StorageRole.REPLICA ? config.split().withEnabled(false) : config.split());
  }

  /**
   * Opens the engine in the directory of the configuration, creating the store if it does not
   * exist, with its own threads and without indexes.
   *
   * @throws dev.colonnade.error.ColonnadeException STORE_LOCKED if the store is open already, here
   *     or in another process; STORE_FORMAT_TOO_NEW; STORE_CORRUPT; STORE_IO; DISK_FULL
   */
  public static StorageEngine open(StorageConfig config) {
    return open(config, IndexBuilder.unsupported());
  }

  /** Variant of {@link #open(StorageConfig)} with a builder of indexes. */
  public static StorageEngine open(StorageConfig config, IndexBuilder.Factory indexBuilders) {
    StorageThreads threads = new StorageThreads(config.scan().threads());
    try {
      return open(config, threads.dependencies(), indexBuilders, threads);
    } catch (RuntimeException | Error e) {
      threads.close();
      throw e;
    }
  }

  /**
   * Opens an engine on a store that is a member of a replicated one, with its own threads. The
   * engine closes the store.
   *
   * @param role LEADER if writes of the store go through the log; REPLICA if they are refused, and
   *     the log changes the store: the caller then calls {@link #replicaUpdates}
   */
  public static StorageEngine open(
      StorageConfig config, IndexBuilder.Factory indexBuilders, Store store, StorageRole role) {
    requireNonNull(store, "store is null");
    requireNonNull(role, "role is null");
    StandaloneStore.refuseArchive(config, store, role);
    StorageThreads threads = new StorageThreads(config.scan().threads());
    try {
      return open(
          config,
          threads.dependencies(),
          indexBuilders,
          threads,
          OpenStore.of(config, threads.dependencies(), new PromotableStore(store), role));
    } catch (RuntimeException | Error e) {
      threads.close();
      throw e;
    }
  }

  /** Variant of {@link #open(StorageConfig)} with threads and clocks that the caller owns. */
  public static StorageEngine open(
      StorageConfig config, StorageDependencies dependencies, IndexBuilder.Factory indexBuilders) {
    return open(config, dependencies, indexBuilders, null);
  }

  private static StorageEngine open(
      StorageConfig config,
      StorageDependencies dependencies,
      IndexBuilder.Factory indexBuilders,
      @Nullable StorageThreads ownThreads) {
    requireNonNull(config, "config is null");
    requireNonNull(dependencies, "dependencies is null");
    requireNonNull(indexBuilders, "indexBuilders is null");
    return open(
        config,
        dependencies,
        indexBuilders,
        ownThreads,
        StandaloneStore.open(config, dependencies));
  }

  private static StorageEngine open(
      StorageConfig config,
      StorageDependencies dependencies,
      IndexBuilder.Factory indexBuilders,
      @Nullable StorageThreads ownThreads,
      OpenStore opened) {
    try {
      StorageEngine engine =
          new StorageEngine(config, dependencies, indexBuilders, ownThreads, opened);
      if (opened.role() != StorageRole.REPLICA) {
        engine.completePendingWork();
      }
      return engine;
    } catch (RuntimeException | Error e) {
      opened.store().close();
      throw e;
    }
  }

  /** Completes catalog changes that a crash has interrupted. */
  private void completePendingWork() {
    catalogOperations.dropRestoringDatabases();
    catalogOperations.dropUnfinishedIndexes();
    new RowMoves(catalogOperations, LockWaitPolicy.FOREVER).resume();
    backups.deleteLeftovers();
    sequences.operations().recoverPending();
    sequences.reconcile(catalogOperations);
    catalogOperations.resumeCleanUps();
  }

  /**
   * Returns an empty batch of rows of a table without indexes and constraints.
   *
   * @throws dev.colonnade.error.ColonnadeException UNSUPPORTED if the table has any
   */
  public StorageRowBatch newBatch(Table table) {
    StorageRowBatch batch = new StorageRowBatch(table, config.memory().rowBytesMax());
    batch.mutations().guardedBy(() -> requireUnchanged(table));
    return batch;
  }

  /** Rejects a commit of rows without the index entries that the table has got meanwhile. */
  private void requireUnchanged(Table table) {
    Table now = catalog.snapshot().findTable(table.id());
    if (now == null || !now.descriptor().constraints().equals(table.descriptor().constraints())) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "indexes or constraints changed while rows were written: table=" + table.name());
    }
  }

  /**
   * Commits a batch atomically; waits for the disk, and not for row locks of transactions.
   *
   * @throws dev.colonnade.error.ColonnadeException UNIQUE_VIOLATION if an inserted row exists;
   *     UNKNOWN_TABLE if the table was dropped; SERIALIZATION_FAILURE if it has got indexes
   */
  public CommitResult write(StorageRowBatch batch, Durability durability) {
    gate.enter();
    try {
      return pipeline.commit(batch.mutations(), durability);
    } finally {
      gate.exit();
    }
  }

  public StorageConfig config() {
    return config;
  }

  public StorageDependencies dependencies() {
    return dependencies;
  }

  public LifecycleState state() {
    return state;
  }

  /** Returns a text that names the leader if this engine is a replica; null otherwise. */
  public @Nullable String leader() {
    return store.leader();
  }

  /** Returns the reason why this engine is read-only; null if it is not, or is a replica. */
  public @Nullable String readOnlyReason() {
    return role() == StorageRole.REPLICA ? store.readOnlyReason() : null;
  }

  /** Returns the age of the state that this engine reads. */
  public Freshness freshness() {
    return store.freshness();
  }

  public StorageRole role() {
    return roles.role();
  }

  /** Returns the changes of the role of a member of a cluster. */
  public RoleChanges roleChanges() {
    return roles;
  }

  /** Returns the updates by which the state in memory of a replica follows its store. */
  public ReplicaUpdates replicaUpdates() {
    return new ReplicaUpdates(
        store,
        versions.published(),
        versions.guard(),
        new ReplicaUpdates.State(
            catalog, ranges, sequences.all(), tableStatistics, columnCache.invalidation()),
        dependencies.ticker());
  }

  /** Returns the control of timestamps at which nothing was committed. */
  public ReadableTimestamps readableTimestamps() {
    return new ReadableTimestamps(
        role(), pipeline, versions.clock(), versions.published(), dependencies.ticker());
  }

  /** Returns the counter of running operations, which closing waits for. */
  public OperationGate gate() {
    return gate;
  }

  /** Returns the identity of the store. */
  public StoreIdentity identity() {
    return store.identity();
  }

  public Store store() {
    return store;
  }

  /** Returns the writer of backups. */
  public BackupWriter backups() {
    return backups;
  }

  /** Returns the bulk writes of pairs. */
  public BulkWrites bulkWrites() {
    return bulk;
  }

  /** Returns the status of the archive; null if there is none. */
  public @Nullable ArchiveStatus archiveStatus() {
    return store.files() instanceof ArchivingStore archiving ? archiving.status() : null;
  }

  /** Returns the versioned reads and the clock of commits. */
  public VersionAccess versions() {
    return versions;
  }

  /** Returns the committed catalog. */
  public Catalog catalog() {
    return catalog;
  }

  /** Returns the changes of the catalog: tables, enums and others. */
  public CatalogOperations catalogOperations() {
    return catalogOperations;
  }

  /** Returns the sequences with their catalog entries. */
  public CatalogSequences sequences() {
    return sequences;
  }

  /** Returns the statistics of the values of columns. */
  public StatisticsStore tableStatistics() {
    return tableStatistics;
  }

  /** Returns the counter of changed rows by table. */
  public TableChanges tableChanges() {
    return tableChanges;
  }

  /** Returns a sampler of rows of tables. */
  public RowSampler rowSampler() {
    return new RowSampler(store, versions.reads(), new TableRowBoundaries(catalog));
  }

  public CommitPipeline pipeline() {
    return pipeline;
  }

  public Transactions transactions() {
    return transactions;
  }

  /** Returns the scans and point reads of tables. */
  public TableReads reads() {
    return reads;
  }

  public Ranges ranges() {
    return ranges;
  }

  /** Returns the splits and merges of single ranges. */
  public RangeOperations rangeOperations() {
    return rangeOperations;
  }

  /** Returns the range administration of tables. */
  public TableRanges tableRanges() {
    return tableRanges;
  }

  /** Returns the scheduler of splits and merges of ranges. */
  public SplitScheduler splits() {
    return splits;
  }

  /** Returns the allocator of results. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** Returns the present metrics. */
  public StorageStatistics statistics() {
    gate.enter();
    try {
      return new StorageStatistics(
          store.statistics(),
          pipeline.statistics(),
          ranges.total(),
          ranges.map().size(),
          new StorageStatistics.Collected(collector.versionsRemoved(), collector.bytesRemoved()),
          allocator.getAllocatedMemory(),
          columnCache.statistics(),
          transactions.statistics(),
          archiveStatus(),
          disk.status());
    } finally {
      gate.exit();
    }
  }

  /** Runs the garbage collector now instead of at the next interval; waits for it. */
  public void collectGarbage() {
    gate.enter();
    try {
      collector.collectNow().join();
    } finally {
      gate.exit();
    }
  }

  /**
   * Rejects new operations with SHUTTING_DOWN, waits up to {@link #CLOSE_WAIT_MAX} for running ones
   * and closes the store. Idempotent.
   *
   * @throws IllegalStateException if scans are still open, or memory of results is not freed; then
   *     the store stays open until the end of the process
   */
  @Override
  public synchronized void close() {
    if (state != LifecycleState.OPEN) {
      return;
    }
    moveTo(LifecycleState.CLOSING);
    gate.close();
    splits.releaseWriters();
    boolean empty = gate.awaitEmpty(dependencies.ticker(), CLOSE_WAIT_MAX.toNanos());
    collector.close();
    splits.close();
    sequences.close(CLOSE_WAIT_MAX.toNanos());
    pipeline.close();
    if (ownThreads != null) {
      ownThreads.close();
    }
    if (!empty) {
      throw new IllegalStateException("the database is still in use: operations=" + gate.count());
    }
    allocator.close();
    segments.close();
    reads.close();
    store.close();
    moveTo(LifecycleState.CLOSED);
  }

  private void moveTo(LifecycleState next) {
    assert state.successors().contains(next) : "state=" + state + " next=" + next;
    state = next;
  }
}
