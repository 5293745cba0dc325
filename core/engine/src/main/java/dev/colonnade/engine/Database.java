package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryLocks;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.engine.index.IndexFill;
import dev.colonnade.mvcc.commit.BothParticipants;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitSeams;
import dev.colonnade.mvcc.commit.GarbageCollector;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.mvcc.txn.TransactionDependencies;
import dev.colonnade.mvcc.txn.Transactions;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.range.ExclusiveSections;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.scan.Parallelism;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.memory.MemorySource;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.split.SplitGround;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.pressure.WritePressure;
import dev.colonnade.sql.SqlEngine;
import dev.colonnade.statistics.KeptStatistics;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.rocks.RocksStore;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A database in a folder: the composition root of core. Usable by many threads; closed once.
 *
 * <pre>{@code
 * try (Database database = Database.open(EngineConfig.at(folder))) {
 *   Session session = database.session("me");
 *   ...
 * }
 * }</pre>
 */
public final class Database implements AutoCloseable {
  /** How long closing waits for what is going on. */
  public static final Duration CLOSE_WAIT_MAX = Duration.ofSeconds(30);

  private final EngineConfig config;
  private final EngineSeams seams;
  private final @Nullable EngineThreads ownThreads;
  private final OperationGate gate = new OperationGate();

  /** How many sessions there are in each database, by its id. */
  private final ConcurrentHashMap<Integer, Integer> sessions = new ConcurrentHashMap<>();

  private final AtomicInteger lastSession = new AtomicInteger();
  private final AdvisoryLocks advisoryLocks;

  private final Store store;
  private final Versions versions;
  private final Catalog catalog;
  private final Ranges ranges;
  private final CommitPipeline pipeline;
  private final KeptStatistics statisticsOfTables;
  private final RangeOperations rangeOperations;
  private final EngineSequences sequences;
  private final CatalogOperations catalogOperations;
  private final SplitScheduler splits;
  private final CollectorSchedule collector;
  private final BufferAllocator allocator;
  private final ColumnCache columnCache;
  private final Transactions transactions;
  private final RowReads reads;
  private final RowWrites writes;
  private final SqlEngine sql = new SqlEngine();

  /** Written by whoever closes, under the monitor. */
  private volatile DatabaseState state = DatabaseState.OPEN;

  private Database(
      EngineConfig config, EngineSeams seams, @Nullable EngineThreads ownThreads, Store store) {
    this.config = config;
    this.seams = seams;
    advisoryLocks = new AdvisoryLocks(seams.ticker());
    this.ownThreads = ownThreads;
    this.store = store;
    versions = Versions.recover(store, seams.clock());
    catalog = Catalog.open(store);
    statisticsOfTables = KeptStatistics.open(store);
    ranges = Ranges.open(store, new TableBoundaries(catalog));
    columnCache = ColumnCache.open(ColumnCacheOptions.of(config.scan().columnCacheBytes()));
    RangeLoads loads = new RangeLoads(ranges, seams.ticker(), config.split().pace().loadWindow());
    WritePressure pressure =
        new WritePressure(ranges, loads, seams.ticker(), config.split().effectivePressure());
    RecentChanges recent =
        new RecentChanges(versions.clock(), config.transactions().limits().recentChangesMax());
    pipeline =
        new CommitPipeline(
            store,
            versions.clock(),
            versions.published(),
            CommitSeams.local(
                    store,
                    new BothParticipants(
                        new BothParticipants(ranges, columnCache.invalidation()), recent),
                    seams.commits(),
                    seams.ticker())
                .withAdmission(pressure),
            config.commit());
    transactions =
        new Transactions(
            new TransactionDependencies(store, versions.reads(), seams.ticker()),
            pipeline,
            recent,
            config.transactions().limits());
    ExclusiveSections sections = new ExclusiveSections(seams.ticker());
    rangeOperations = new RangeOperations(store, pipeline, ranges, sections);
    sequences = new EngineSequences(store, pipeline, catalog, config.sequence(), seams);
    catalogOperations =
        new CatalogOperations(
            catalog,
            new EngineGround(
                pipeline,
                ranges,
                rangeOperations,
                sequences,
                new IndexFill(
                    catalog,
                    versions.reads(),
                    pipeline,
                    sql.conditions(),
                    config.memory().rowBytesMax()),
                () ->
                    new RowLocks(
                        transactions.locks(), transactions.locks().newOwner(), seams.ticker())));
    allocator = new RootAllocator(config.memory().directBytesMax());
    reads =
        new RowReads(
            versions.reads(),
            new Scanners(
                ranges::map,
                new MemorySource(allocator, config.memory().requestBytesMax()),
                columnCache,
                seams.ticker()),
            Parallelism.of(seams.scans(), config.scan().degree()),
            loads,
            gate);
    writes =
        new RowWrites(
            new RowWrites.Ground(catalog, versions.reads(), pipeline),
            new BatchLocks(
                transactions.locks(), config.transactions().batchLockWaitMax(), seams.ticker()),
            sql.conditions(),
            config.memory().rowBytesMax());
    splits =
        new SplitScheduler(
            new SplitGround(
                new SplitGround.Data(store, pipeline, ranges, new TableBorders(catalog)),
                rangeOperations,
                sections,
                new SplitGround.Traffic(loads, pressure),
                seams.splits(),
                seams.background(),
                seams.ticker()),
            config.split());
    collector =
        new CollectorSchedule(
            new GarbageCollector(
                store,
                pipeline,
                versions.published(),
                versions.guard(),
                config.retention().collector()),
            versions.clock(),
            config.retention(),
            seams.background());
    catalogOperations.dropUnfinishedIndexes();
  }

  /**
   * Opens the database in the folder of the configuration, creating it if there is none, with
   * threads of its own.
   *
   * @throws dev.colonnade.error.ColonnadeException STORE_LOCKED if it is open already, here or in
   *     another process; STORE_FORMAT_TOO_NEW; STORE_CORRUPT; STORE_IO; DISK_FULL
   */
  public static Database open(EngineConfig config) {
    EngineThreads threads = new EngineThreads(config.scan().threads());
    try {
      return open(config, threads.seams(), threads);
    } catch (RuntimeException | Error e) {
      threads.close();
      throw e;
    }
  }

  /** As {@link #open(EngineConfig)}, with threads and clocks that stay the caller's. */
  public static Database open(EngineConfig config, EngineSeams seams) {
    return open(config, seams, null);
  }

  private static Database open(
      EngineConfig config, EngineSeams seams, @Nullable EngineThreads ownThreads) {
    requireNonNull(config, "config is null");
    requireNonNull(seams, "seams is null");
    RocksStore store = RocksStore.open(config.folder(), config.store(), seams.identities().get());
    try {
      Database database = new Database(config, seams, ownThreads, store);
      database.finishWhatWasBegun();
      return database;
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private void finishWhatWasBegun() {
    TemporaryTables.dropAll(catalogOperations, catalog.snapshot());
    sequences.operations().recoverPending();
    sequences.reconcile(catalogOperations);
    catalogOperations.resumeCleanUps();
  }

  /** A session for a user of the database {@code colonnade}. */
  public Session session(String user) {
    return session(user, BuiltIns.COLONNADE.name());
  }

  /**
   * A session for a user of one of the databases in this store. Costs nothing; close it all the
   * same.
   *
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_DATABASE
   */
  public Session session(String user, String databaseName) {
    return new Session(this, user, catalog.snapshot().database(databaseName));
  }

  public EngineConfig config() {
    return config;
  }

  public DatabaseState state() {
    return state;
  }

  /** Which store this is. */
  public StoreIdentity identity() {
    return store.identity();
  }

  /** What tables there are. */
  public Catalog catalog() {
    return catalog;
  }

  /** What sequences there are. */
  public Sequences sequences() {
    return sequences.all();
  }

  /** The memory that results are made in. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** Splits and merges of ranges. */
  public SplitScheduler splits() {
    return splits;
  }

  /** Figures of this moment. */
  public DatabaseStatistics statistics() {
    gate.enter();
    try {
      return new DatabaseStatistics(
          store.statistics(),
          pipeline.statistics(),
          ranges.total(),
          ranges.map().size(),
          new DatabaseStatistics.Collected(collector.versionsRemoved(), collector.bytesRemoved()),
          allocator.getAllocatedMemory(),
          columnCache.statistics(),
          transactions.statistics());
    } finally {
      gate.exit();
    }
  }

  /** Removes now, and not at the next interval, what nobody can ask for any more; waits for it. */
  public void collectGarbage() {
    gate.enter();
    try {
      collector.collectNow().join();
    } finally {
      gate.exit();
    }
  }

  /** Counts a session of a database; returns the number that it has. */
  int sessionOpened(int databaseId) {
    sessions.merge(databaseId, 1, Integer::sum);
    return lastSession.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
  }

  AdvisoryLocks advisoryLocks() {
    return advisoryLocks;
  }

  void sessionClosed(int databaseId) {
    sessions.merge(databaseId, -1, Integer::sum);
  }

  int sessionCount(int databaseId) {
    return sessions.getOrDefault(databaseId, 0);
  }

  Store store() {
    return store;
  }

  OperationGate gate() {
    return gate;
  }

  Versions versions() {
    return versions;
  }

  Ranges ranges() {
    return ranges;
  }

  RangeOperations rangeOperations() {
    return rangeOperations;
  }

  CatalogOperations catalogOperations() {
    return catalogOperations;
  }

  EngineSequences engineSequences() {
    return sequences;
  }

  RowReads reads() {
    return reads;
  }

  KeptStatistics statisticsOfTables() {
    return statisticsOfTables;
  }

  CommitPipeline pipeline() {
    return pipeline;
  }

  SqlEngine sql() {
    return sql;
  }

  /** Transactions, and the locks of rows. */
  Transactions transactions() {
    return transactions;
  }

  RowWrites writes() {
    return writes;
  }

  EngineSeams seams() {
    return seams;
  }

  /**
   * Refuses what comes with SHUTTING_DOWN, waits up to {@link #CLOSE_WAIT_MAX} for what is going on
   * and closes the store. Closing twice is harmless.
   *
   * @throws IllegalStateException if scans are still open, or memory of results was not given back;
   *     the store is left to the end of the process then
   */
  @Override
  public synchronized void close() {
    if (state != DatabaseState.OPEN) {
      return;
    }
    moveTo(DatabaseState.CLOSING);
    gate.close();
    splits.releaseWriters();
    boolean empty = gate.awaitEmpty(seams.ticker(), CLOSE_WAIT_MAX.toNanos());
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
    moveTo(DatabaseState.CLOSED);
  }

  private void moveTo(DatabaseState next) {
    assert state.successors().contains(next) : "state=" + state + " next=" + next;
    state = next;
  }
}
