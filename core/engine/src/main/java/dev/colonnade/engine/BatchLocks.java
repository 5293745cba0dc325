package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.type.Family;
import dev.colonnade.type.row.KeyCodec;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Locks the rows of batches that are written without a transaction, so that those wait in line like
 * everybody else. Rows are locked in the order of their keys: two batches never wait for each other
 * in a circle. While nobody holds a lock, nothing is locked: what slips through then fails whoever
 * comes to hold one, and loses nothing.
 */
final class BatchLocks {
  private final LockTable table;
  private final LockWait wait;
  private final NanoTicker ticker;

  BatchLocks(LockTable table, Duration waitMax, NanoTicker ticker) {
    this.table = requireNonNull(table, "table is null");
    this.wait = LockWait.within(waitMax);
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** Whether there is no lock that a batch could meet. */
  boolean areFree() {
    return table.isEmpty();
  }

  /** Takes the locks; the caller gives them back. */
  RowLocks lock(RowBatch batch) {
    RowLocks locks = new RowLocks(table, table.newOwner(), ticker);
    KeyCodec keys = batch.table().format().keyCodec();
    Map<Key, LockStrength> wanted = new TreeMap<>();
    wanted.put(nameOf(batch.table()), LockStrength.KEY_SHARE);
    for (RowChange change : batch.changes()) {
      wanted.put(keys.familyKey(change.rowKey(), Family.FIRST_ID), strengthOf(change));
    }
    try {
      wanted.forEach((key, strength) -> locks.lock(key, strength, wait));
      return locks;
    } catch (RuntimeException e) {
      locks.releaseAll();
      throw e;
    }
  }

  /** The key that stands for a table as a whole; it is before those of all its rows. */
  static Key nameOf(Table table) {
    return table.span().start();
  }

  private static LockStrength strengthOf(RowChange change) {
    return change instanceof RowChange.Delete ? LockStrength.UPDATE : LockStrength.NO_KEY_UPDATE;
  }

  /** How strongly a mode locks the table; null if not at all. */
  static @Nullable LockStrength strengthOf(TableLockMode mode) {
    return switch (mode) {
      case NONE -> null;
      case ROWS -> LockStrength.KEY_SHARE;
      case ONE_BESIDE_ROWS -> LockStrength.NO_KEY_UPDATE;
      case EXCLUSIVE -> LockStrength.UPDATE;
    };
  }

  static ColonnadeException notAvailable(String what, Table table, ColonnadeException cause) {
    return new ColonnadeException(
        ErrorCode.LOCK_NOT_AVAILABLE,
        "could not obtain lock on %s \"%s\"".formatted(what, table.name()),
        cause);
  }
}
