package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.advisory.AdvisoryLockTable;
import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.write.BatchWriter;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.txn.Transactions;
import dev.colonnade.sql.SqlEngine;
import dev.colonnade.storage.CatalogSequences;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.storage.lifecycle.StorageDependencies;
import dev.colonnade.storage.range.TableRanges;
import dev.colonnade.storage.scan.TableReads;

/**
 * Components of a database that its sessions and their transactions use. Immutable; built once, by
 * the composition root {@link Database}.
 *
 * @param config configuration of the database
 * @param dependencies clocks and threads
 * @param gate counter of running operations
 * @param catalog committed catalog
 * @param catalogOperations changes of the catalog
 * @param sequences sequences and their catalog entries
 * @param pipeline commit pipeline
 * @param transactions storage transactions and row locks
 * @param rows reads and batch writes of rows
 * @param ranges range administration
 * @param tableMetrics row counts, sizes and statistics of tables
 * @param advisoryLocks advisory locks of all sessions
 * @param sessions session counters
 * @param sql planner, shared by all sessions
 */
public record EngineContext(
    StorageConfig config,
    StorageDependencies dependencies,
    OperationGate gate,
    Catalog catalog,
    CatalogOperations catalogOperations,
    CatalogSequences sequences,
    CommitPipeline pipeline,
    Transactions transactions,
    Rows rows,
    TableRanges ranges,
    EngineTableMetrics tableMetrics,
    AdvisoryLockTable advisoryLocks,
    SessionRegistry sessions,
    SqlEngine sql) {
  public EngineContext {
    requireNonNull(config, "config is null");
    requireNonNull(dependencies, "dependencies is null");
    requireNonNull(gate, "gate is null");
    requireNonNull(catalog, "catalog is null");
    requireNonNull(catalogOperations, "catalogOperations is null");
    requireNonNull(sequences, "sequences is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(transactions, "transactions is null");
    requireNonNull(rows, "rows is null");
    requireNonNull(ranges, "ranges is null");
    requireNonNull(tableMetrics, "tableMetrics is null");
    requireNonNull(advisoryLocks, "advisoryLocks is null");
    requireNonNull(sessions, "sessions is null");
    requireNonNull(sql, "sql is null");
  }

  /** Reads and batch writes of rows. */
  public record Rows(TableReads reads, BatchWriter writes) {
    public Rows {
      requireNonNull(reads, "reads is null");
      requireNonNull(writes, "writes is null");
    }
  }

  public TableReads reads() {
    return rows.reads();
  }

  public BatchWriter writes() {
    return rows.writes();
  }

  /** Returns the current time in microseconds since 1970-01-01 00:00 UTC. */
  public long epochMicros() {
    return dependencies.clock().epochNanos() / 1000;
  }
}
