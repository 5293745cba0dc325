package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryLockTable;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.engine.write.BatchWriter;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.txn.Transactions;
import dev.colonnade.sql.SqlEngine;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.storage.CatalogSequences;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.range.TableRanges;
import dev.colonnade.storage.scan.TableReads;
import org.jspecify.annotations.Nullable;

/**
 * Components of a database that its sessions and their transactions use. Immutable; built once, by
 * the composition root of the engine.
 *
 * @param storage tables, versions, ranges and sequences
 * @param writes batch writes of rows with their index entries and constraints
 * @param tableMetrics row counts, sizes and statistics of tables
 * @param advisoryLocks advisory locks of all sessions
 * @param sessions session counters
 * @param sql planner, shared by all sessions
 * @param resources memory and temporary files of queries
 * @param restores tables and databases of backups
 * @param cluster functions on the cluster; null if the database is not of a member
 */
public record EngineContext(
    StorageEngine storage,
    BatchWriter writes,
    EngineTableMetrics tableMetrics,
    AdvisoryLockTable advisoryLocks,
    SessionRegistry sessions,
    SqlEngine sql,
    ExecutionResources resources,
    Backups restores,
    @Nullable ClusterService cluster) {
  public EngineContext {
    requireNonNull(storage, "storage is null");
    requireNonNull(writes, "writes is null");
    requireNonNull(tableMetrics, "tableMetrics is null");
    requireNonNull(advisoryLocks, "advisoryLocks is null");
    requireNonNull(sessions, "sessions is null");
    requireNonNull(sql, "sql is null");
    requireNonNull(resources, "resources is null");
    requireNonNull(restores, "restores is null");
  }

  public StorageConfig config() {
    return storage.config();
  }

  public StorageDependencies dependencies() {
    return storage.dependencies();
  }

  public OperationGate gate() {
    return storage.gate();
  }

  public Catalog catalog() {
    return storage.catalog();
  }

  public CatalogOperations catalogOperations() {
    return storage.catalogOperations();
  }

  public CatalogSequences sequences() {
    return storage.sequences();
  }

  public CommitPipeline pipeline() {
    return storage.pipeline();
  }

  public Transactions transactions() {
    return storage.transactions();
  }

  public TableReads reads() {
    return storage.reads();
  }

  public TableRanges ranges() {
    return storage.tableRanges();
  }

  /** Returns the current time in microseconds since 1970-01-01 00:00 UTC. */
  public long epochMicros() {
    return dependencies().clock().epochNanos() / 1000;
  }
}
