package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryLockTable;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.engine.catalog.EngineCatalogContext;
import dev.colonnade.engine.catalog.TemporaryTables;
import dev.colonnade.engine.index.IndexBackfill;
import dev.colonnade.engine.session.EngineContext;
import dev.colonnade.engine.session.EngineTableMetrics;
import dev.colonnade.engine.session.SessionRegistry;
import dev.colonnade.engine.write.BatchLocks;
import dev.colonnade.engine.write.BatchWriter;
import dev.colonnade.mvcc.commit.CommitDependencies;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.CompositeParticipant;
import dev.colonnade.mvcc.gc.GarbageCollector;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.mvcc.txn.TransactionDependencies;
import dev.colonnade.mvcc.txn.Transactions;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.split.SplitDependencies;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.sql.SqlEngine;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.storage.CatalogSequences;
import dev.colonnade.storage.GarbageCollectionSchedule;
import dev.colonnade.storage.StorageStatistics;
import dev.colonnade.storage.VersionAccess;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageThreads;
import dev.colonnade.storage.range.TableRangeBorders;
import dev.colonnade.storage.range.TableRanges;
import dev.colonnade.storage.range.TableRowBoundaries;
import dev.colonnade.storage.scan.ScannerFactory;
import dev.colonnade.storage.scan.TableReads;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.rocks.RocksStore;
import java.time.Duration;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Database in a directory: the composition root of core. Thread-safe; to be closed once.
 *
 * <pre>{@code
 * try (Database database = Database.open(StorageConfig.at(folder))) {
 *   Session session = database.session("me");
 *   ...
 * }
 * }</pre>
 */
public final class Database implements AutoCloseable {
  /** Maximum time that closing waits for running operations. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private final EngineContext context;
  private final @Nullable StorageThreads ownThreads;
  private final OperationGate gate = new OperationGate();
  private final Store store;
  private final VersionAccess versions;
  private final Catalog catalog;
  private final Ranges ranges;
  private final RangeOperations rangeOperations;
  private final CommitPipeline pipeline;
  private final CatalogSequences sequences;
  private final CatalogOperations catalogOperations;
  private final SplitScheduler splits;
  private final GarbageCollectionSchedule collector;
  private final BufferAllocator allocator;
  private final ColumnCache columnCache;
  private final Transactions transactions;
  private final TableReads reads;

  /** Written under the monitor by the closing thread. */
  private volatile LifecycleState state = LifecycleState.OPEN;

  private Database(
      StorageConfig config, StorageDependencies dependencies, @Nullable StorageThreads ownThreads, Store store) {
    this.ownThreads = ownThreads;
    this.store = store;
    versions = VersionAccess.recover(store, dependencies.clock());
    catalog = Catalog.open(store);
    ranges = Ranges.open(store, new TableRowBoundaries(catalog));
    columnCache = ColumnCache.open(ColumnCacheOptions.of(config.scan().columnCacheBytes()));
    RangeLoads loads = new RangeLoads(ranges, dependencies.ticker(), config.split().pace().loadWindow());
    WritePressure pressure =
        new WritePressure(ranges, loads, dependencies.ticker(), config.split().effectivePressure());
    RecentChanges recent =
        new RecentChanges(versions.clock(), config.transactions().limits().recentChangesMax());
    pipeline =
        new CommitPipeline(
            store,
            versions.clock(),
            versions.published(),
            CommitDependencies.local(
                    store,
                    new CompositeParticipant(
                        new CompositeParticipant(ranges, columnCache.invalidation()), recent),
                    dependencies.commits(),
                    dependencies.ticker())
                .withAdmission(pressure),
            config.commit());
    transactions =
        new Transactions(
            new TransactionDependencies(store, versions.reads(), dependencies.ticker()),
            pipeline,
            recent,
            config.transactions().limits());
    SqlEngine sql = new SqlEngine();
    ExclusiveSectionHistogram sections = new ExclusiveSectionHistogram(dependencies.ticker());
    rangeOperations = new RangeOperations(store, pipeline, ranges, sections);
    sequences = new CatalogSequences(store, pipeline, catalog, config.sequence(), dependencies);
    catalogOperations =
        new CatalogOperations(
            catalog,
            new EngineCatalogContext(
                pipeline,
                ranges,
                rangeOperations,
                sequences,
                new IndexBackfill(
                    catalog,
                    versions.reads(),
                    pipeline,
                    sql.conditions(),
                    config.memory().rowBytesMax()),
                () ->
                    new RowLocks(
                        transactions.locks(), transactions.locks().newOwner(), dependencies.ticker())));
    allocator = new RootAllocator(config.memory().directBytesMax());
    reads =
        new TableReads(
            versions.reads(),
            new ScannerFactory(
                ranges::map,
                new MemorySource(allocator, config.memory().requestBytesMax()),
                columnCache,
                dependencies.ticker()),
            Parallelism.of(dependencies.scans(), config.scan().degree()),
            loads,
            gate);
    BatchWriter writes =
        new BatchWriter(
            new BatchWriter.Dependencies(catalog, versions.reads(), pipeline),
            new BatchLocks(
                transactions.locks(), config.transactions().batchLockWaitMax(), dependencies.ticker()),
            sql.conditions(),
            config.memory().rowBytesMax());
    splits =
        new SplitScheduler(
            new SplitDependencies(
                new SplitDependencies.Data(store, pipeline, ranges, new TableRangeBorders(catalog)),
                rangeOperations,
                sections,
                new SplitDependencies.Traffic(loads, pressure),
                dependencies.splits(),
                dependencies.background(),
                dependencies.ticker()),
            config.split());
    collector =
        new GarbageCollectionSchedule(
            new GarbageCollector(
                store,
                pipeline,
                versions.published(),
                versions.guard(),
                config.retention().collector()),
            versions.clock(),
            config.retention(),
            dependencies.background());
    TableRanges tableRanges = new TableRanges(ranges, rangeOperations, splits, gate);
    context =
        new EngineContext(
            config,
            dependencies,
            gate,
            catalog,
            catalogOperations,
            sequences,
            pipeline,
            transactions,
            new EngineContext.Rows(reads, writes),
            tableRanges,
            new EngineTableMetrics(tableRanges, StatisticsStore.open(store), pipeline),
            new AdvisoryLockTable(dependencies.ticker()),
            new SessionRegistry(),
            sql);
    catalogOperations.dropUnfinishedIndexes();
  }

  /**
 * Opens the database in the directory of the configuration, creating it if it does not exist, with its own threads.
 *
 * @throws dev.colonnade.error.ColonnadeException STORE_LOCKED if it is open already, here or in another process; STORE_FORMAT_TOO_NEW; STORE_CORRUPT; STORE_IO; DISK_FULL
 */
  public static Database open(StorageConfig config) {
    StorageThreads threads = new StorageThreads(config.scan().threads());
    try {
      return open(config, threads.dependencies(), threads);
    } catch (RuntimeException | Error e) {
      threads.close();
      throw e;
    }
  }

  /** Variant of {@link #open(StorageConfig)} with threads and clocks that the caller owns. */
  public static Database open(StorageConfig config, StorageDependencies dependencies) {
    return open(config, dependencies, null);
  }

  private static Database open(
      StorageConfig config, StorageDependencies dependencies, @Nullable StorageThreads ownThreads) {
    requireNonNull(config, "config is null");
    requireNonNull(dependencies, "dependencies is null");
    RocksStore store = RocksStore.open(config.folder(), config.store(), dependencies.identities().get());
    try {
      Database database = new Database(config, dependencies, ownThreads, store);
      database.completePendingWork();
      return database;
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private void completePendingWork() {
    TemporaryTables.dropAll(catalogOperations, catalog.snapshot());
    sequences.operations().recoverPending();
    sequences.reconcile(catalogOperations);
    catalogOperations.resumeCleanUps();
  }

  /** Opens a session for a user in the database {@code colonnade}. */
  public Session session(String user) {
    return session(user, BuiltIns.COLONNADE.name());
  }

  /**
 * Opens a session for a user in one of the databases of this store. Opening is cheap; the caller closes the session.
 *
 * @throws dev.colonnade.error.ColonnadeException UNKNOWN_DATABASE
 */
  public Session session(String user, String databaseName) {
    return new Session(context, user, catalog.snapshot().database(databaseName));
  }

  public StorageConfig config() {
    return context.config();
  }

  public LifecycleState state() {
    return state;
  }

  /** Returns the identity of the store. */
  public StoreIdentity identity() {
    return store.identity();
  }

  /** Returns the committed catalog. */
  public Catalog catalog() {
    return catalog;
  }

  /** Returns the sequences. */
  public Sequences sequences() {
    return sequences.all();
  }

  /** Returns the allocator of results. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** Returns the scheduler of splits and merges of ranges. */
  public SplitScheduler splits() {
    return splits;
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
          transactions.statistics());
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

  /** Returns the components that sessions use; visible to tests. */
  public EngineContext context() {
    return context;
  }

  /** Returns the store; visible to tests. */
  public Store store() {
    return store;
  }

  /** Returns the versioned reads; visible to tests. */
  VersionAccess versions() {
    return versions;
  }

  /** Returns the range map; visible to tests. */
  public Ranges ranges() {
    return ranges;
  }

  /** Returns the splits and merges of single ranges; visible to tests. */
  RangeOperations rangeOperations() {
    return rangeOperations;
  }

  /**
 * Rejects new operations with SHUTTING_DOWN, waits up to {@link #CLOSE_WAIT_MAX} for running ones and closes the store. Idempotent.
 *
 * @throws IllegalStateException if scans are still open, or memory of results is not freed; then the store stays open until the end of the process
 */
  @Override
  public synchronized void close() {
    if (state != LifecycleState.OPEN) {
      return;
    }
    moveTo(LifecycleState.CLOSING);
    gate.close();
    splits.releaseWriters();
    boolean empty = gate.awaitEmpty(context.dependencies().ticker(), CLOSE_WAIT_MAX.toNanos());
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
    columnCache.close();
    reads.close();
    store.close();
    moveTo(LifecycleState.CLOSED);
  }

  private void moveTo(LifecycleState next) {
    assert state.successors().contains(next) : "state=" + state + " next=" + next;
    state = next;
  }
}
