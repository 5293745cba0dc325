package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryLockTable;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.engine.catalog.TemporaryTables;
import dev.colonnade.engine.index.IndexBuild;
import dev.colonnade.engine.session.EngineContext;
import dev.colonnade.engine.session.EngineTableMetrics;
import dev.colonnade.engine.session.SessionRegistry;
import dev.colonnade.engine.session.TableAnalyses;
import dev.colonnade.engine.write.BatchLocks;
import dev.colonnade.engine.write.BatchWriter;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.sql.SqlEngine;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.frontend.PlanCacheStatistics;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.storage.IndexBuilder;
import dev.colonnade.storage.RoleChanges;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.StorageStatistics;
import dev.colonnade.storage.VersionAccess;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Database in a directory: storage and SQL behind one facade, and the composition root of the two.
 * Thread-safe; to be closed once.
 *
 * <pre>{@code
 * try (Database database = Database.open(StorageConfig.at(folder))) {
 *   Session session = database.session("me");
 *   ...
 * }
 * }</pre>
 */
public final class Database implements AutoCloseable {
  /** Folder below the store of the temporary files of queries. */
  private static final String TEMPORARY_FOLDER = "temporary";

  /** Folder below the store of the stores that are restored to read backups. */
  private static final String RESTORED_FOLDER = "restored";

  /** Superuser of every store. */
  private static final String BOOTSTRAP_USER = "postgres";

  private static final long MIB = 1 << 20;

  private final StorageEngine storage;
  private final EngineContext context;

  private Database(StorageEngine storage, SqlEngine sql, @Nullable ClusterService cluster) {
    this.storage = storage;
    StorageConfig config = storage.config();
    StorageDependencies dependencies = storage.dependencies();
    BatchLocks locks =
        new BatchLocks(
            storage.transactions().locks(),
            config.transactions().batchLockWaitMax(),
            dependencies.ticker());
    BatchWriter writes =
        new BatchWriter(
            new BatchWriter.Dependencies(
                storage.catalog(), storage.versions().reads(), storage.pipeline()),
            locks,
            sql.conditions(),
            config.memory().rowBytesMax());
    context =
        new EngineContext(
            storage,
            writes,
            new EngineTableMetrics(
                storage.tableRanges(),
                storage.tableStatistics(),
                storage.pipeline(),
                storage.rowSampler(),
                new TableAnalyses(
                    storage.tableChanges(), () -> dependencies.clock().epochNanos() / 1000)),
            new AdvisoryLockTable(dependencies.ticker()),
            new SessionRegistry(),
            sql,
            ExecutionResources.at(config.folder().resolve(TEMPORARY_FOLDER)),
            new RestoredBackups(
                config.folder().resolve(RESTORED_FOLDER), storage, Database::openRestored),
            cluster);
    sql.statementStatistics().reset(null, null, null, context.epochMicros());
  }

  /**
   * Opens the database in the directory of the configuration, creating it if it does not exist,
   * with its own threads.
   *
   * @throws dev.colonnade.error.ColonnadeException STORE_LOCKED if it is open already, here or in
   *     another process; STORE_FORMAT_TOO_NEW; STORE_CORRUPT; STORE_IO; DISK_FULL
   */
  public static Database open(StorageConfig config) {
    SqlEngine sql = new SqlEngine();
    return open(StorageEngine.open(config, indexBuilders(sql)), sql, null);
  }

  /** Variant of {@link #open(StorageConfig)} with threads and clocks that the caller owns. */
  public static Database open(StorageConfig config, StorageDependencies dependencies) {
    SqlEngine sql = new SqlEngine();
    return open(StorageEngine.open(config, dependencies, indexBuilders(sql)), sql, null);
  }

  /**
   * Opens the database on a store that is a member of a replicated one; see {@link
   * StorageEngine#open(StorageConfig, IndexBuilder.Factory, Store, StorageRole)}.
   */
  public static Database open(StorageConfig config, Store store, StorageRole role) {
    return open(config, store, role, null);
  }

  /**
   * Variant of {@link #open(StorageConfig, Store, StorageRole)} with the functions on the cluster
   * for sessions.
   */
  public static Database open(
      StorageConfig config, Store store, StorageRole role, @Nullable ClusterService cluster) {
    SqlEngine sql = new SqlEngine();
    return open(StorageEngine.open(config, indexBuilders(sql), store, role), sql, cluster);
  }

  /** Opens a store that was restored to read a backup, with little memory. */
  private static RestoredBackups.RestoredStore openRestored(Path folder) {
    MemoryConfig memory = new MemoryConfig(32 * MIB, 16 * MIB, 4);
    Database restored =
        open(StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory)));
    return new RestoredBackups.RestoredStore() {
      @Override
      public Session session(String database) {
        return restored.session(BOOTSTRAP_USER, database);
      }

      @Override
      public StorageEngine storage() {
        return restored.storage;
      }

      @Override
      public void close() {
        restored.close();
      }
    };
  }

  private static Database open(
      StorageEngine storage, SqlEngine sql, @Nullable ClusterService cluster) {
    try {
      // Storage has completed interrupted catalog changes; temporary tables of the past go last.
      if (storage.role() != StorageRole.REPLICA) {
        TemporaryTables.dropAll(storage.catalogOperations(), storage.catalog().snapshot());
      }
      return new Database(storage, sql, cluster);
    } catch (RuntimeException | Error e) {
      try {
        storage.close();
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /**
   * Makes the database of a replica that of the leader, without closing it; see {@link
   * RoleChanges#promote}. Sessions continue, and can write from their next transaction on.
   */
  public void promote(Store leader) {
    storage
        .roleChanges()
        .promote(
            leader,
            () ->
                TemporaryTables.dropAll(storage.catalogOperations(), storage.catalog().snapshot()));
  }

  /** Ends the leader's role of this database; see {@link RoleChanges#endLeadership}. */
  public boolean endLeadership() {
    return storage
        .roleChanges()
        .endLeadership(storage.dependencies().ticker(), StorageEngine.CLOSE_WAIT_MAX.toNanos());
  }

  /**
   * Makes this database that of a replica; see {@link RoleChanges#demote}. Returns the updates by
   * which it follows the log.
   */
  public ReplicaUpdates demote(Store replica) {
    storage.roleChanges().demote(replica);
    return storage.replicaUpdates();
  }

  private static IndexBuilder.Factory indexBuilders(SqlEngine sql) {
    return context -> new IndexBuild(context, sql.conditions());
  }

  /**
   * Returns whether this database accepts writes: it is not of a follower, and not of a leader that
   * may have been replaced. Never blocks.
   */
  public boolean acceptsWrites() {
    return storage.role() != StorageRole.REPLICA && storage.reads().isCurrent();
  }

  /** Opens a session for a user in the database {@code colonnade}. */
  public Session session(String user) {
    return session(user, BuiltIns.COLONNADE.name());
  }

  /**
   * Opens a session of the program that contains the database, which is trusted: a user without a
   * role has all rights. Clients of a server use {@link #login}. The session is in one of the
   * databases of this store. Opening is cheap; the caller closes the session.
   *
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_DATABASE
   */
  public Session session(String user, String databaseName) {
    requireNonNull(user, "user is null");
    return new Session(context, user, storage.catalog().snapshot().database(databaseName), true);
  }

  /**
   * Opens a session for a client that has logged in. A user without a role, who is in the file of
   * users, has the rights of PUBLIC.
   *
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_DATABASE; INSUFFICIENT_PRIVILEGE if the
   *     user may not connect to the database; TOO_MANY_CONNECTIONS if the role has as many as its
   *     limit allows
   */
  public Session login(String role, String databaseName) {
    requireNonNull(role, "role is null");
    DatabaseEntry home = storage.catalog().snapshot().database(databaseName);
    Session session = new Session(context, role, home, false);
    try {
      session.rights().requireConnect(home, () -> context.sessions().countOf(role));
      session.applyStoredSettings();
      return session;
    } catch (ColonnadeException e) {
      session.close();
      throw e;
    }
  }

  /** Returns the storage below SQL. */
  public StorageEngine storage() {
    return storage;
  }

  public StorageConfig config() {
    return storage.config();
  }

  public LifecycleState state() {
    return storage.state();
  }

  /** Returns the identity of the store. */
  public StoreIdentity identity() {
    return storage.identity();
  }

  /** Returns the committed catalog. */
  public Catalog catalog() {
    return storage.catalog();
  }

  /** Returns the sequences. */
  public Sequences sequences() {
    return storage.sequences().all();
  }

  /** Returns the allocator of results. */
  public BufferAllocator allocator() {
    return storage.allocator();
  }

  /** Returns the scheduler of splits and merges of ranges. */
  public SplitScheduler splits() {
    return storage.splits();
  }

  /** Returns the present metrics. */
  public StorageStatistics statistics() {
    return storage.statistics();
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics planCache() {
    return context.sql().planCache();
  }

  /** Runs the garbage collector now instead of at the next interval; waits for it. */
  public void collectGarbage() {
    storage.collectGarbage();
  }

  /** Returns the components that sessions use; visible to tests. */
  public EngineContext context() {
    return context;
  }

  /** Returns the store; visible to tests. */
  public Store store() {
    return storage.store();
  }

  /** Returns the versioned reads; visible to tests. */
  VersionAccess versions() {
    return storage.versions();
  }

  /** Returns the range map; visible to tests. */
  public Ranges ranges() {
    return storage.ranges();
  }

  /** Returns the splits and merges of single ranges; visible to tests. */
  RangeOperations rangeOperations() {
    return storage.rangeOperations();
  }

  /** Closes the storage; see {@link StorageEngine#close}. Idempotent. */
  @Override
  public void close() {
    try {
      storage.close();
    } finally {
      context.resources().close();
    }
  }
}
