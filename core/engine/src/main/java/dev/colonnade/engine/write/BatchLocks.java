package dev.colonnade.engine.write;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.ColumnFamily;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Row locks for batches that are written outside of transactions, so that they queue behind
 * transactions that hold row locks. Rows are locked in key order, so that two batches never
 * deadlock. While the lock table is empty, nothing is locked: if a transaction locks a row after
 * that check, the transaction fails on the changed row, and no update is lost.
 */
public final class BatchLocks {
  private final LockTable table;
  private final LockWaitPolicy wait;
  private final NanoTicker ticker;

  public BatchLocks(LockTable table, Duration waitMax, NanoTicker ticker) {
    this.table = requireNonNull(table, "table is null");
    this.wait = LockWaitPolicy.within(waitMax);
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** Returns whether no lock exists that a batch could conflict with. */
  boolean areFree() {
    return table.isEmpty();
  }

  /** Acquires the locks; the caller releases them. */
  public RowLocks lock(RowBatch batch) {
    RowLocks locks = new RowLocks(table, table.newOwner(), ticker);
    KeyCodec keys = batch.table().format().keyCodec();
    Map<Key, LockStrength> wanted = new TreeMap<>();
    wanted.put(lockKey(batch.table()), LockStrength.KEY_SHARE);
    for (BatchRowChange change : batch.changes()) {
      wanted.put(keys.familyKey(change.rowKey(), ColumnFamily.FIRST_ID), strengthOf(change));
    }
    try {
      wanted.forEach((key, strength) -> locks.lock(key, strength, wait));
      return locks;
    } catch (RuntimeException e) {
      locks.releaseAll();
      throw e;
    }
  }

  /** Returns the lock key of a table as a whole, which sorts before the keys of all its rows. */
  public static Key lockKey(Table table) {
    return table.lockKey();
  }

  private static LockStrength strengthOf(BatchRowChange change) {
    return change instanceof BatchRowChange.Delete
        ? LockStrength.UPDATE
        : LockStrength.NO_KEY_UPDATE;
  }
}
