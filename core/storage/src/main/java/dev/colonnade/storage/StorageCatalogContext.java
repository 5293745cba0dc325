package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogContext;
import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.RangePreSplitter;
import dev.colonnade.range.Ranges;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.storage.disk.SpaceReclaim;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Commit pipeline, ranges, sequences and index backfill as the catalog uses them. */
public final class StorageCatalogContext implements CatalogContext {
  /** Key of the lock that serializes the writes of catalog changes; no row has such a key. */
  public static final Key LOCK_KEY = new KeyWriter().begin(1, 0).toKey();

  /** Limit of the wait of a change outside of SQL transactions for another change. */
  private static final Duration LOCK_WAIT_MAX = Duration.ofSeconds(30);

  /** Wait for writers that lets others go on afterwards, and the pause before the next one. */
  private static final Duration TURN = Duration.ofMillis(50);

  private final CommitPipeline pipeline;
  private final RangeOperations operations;
  private final RangePreSplitter cuts;
  private final CatalogSequences sequences;
  private final StatisticsStore statistics;
  private final SpaceReclaim space;
  private final IndexBuilder indexes;
  private final Supplier<RowLocks> locks;
  private final NanoTicker ticker = NanoTicker.system();

  StorageCatalogContext(
      CommitPipeline pipeline,
      Ranges ranges,
      RangeOperations operations,
      CatalogSequences sequences,
      StatisticsStore statistics,
      SpaceReclaim space,
      IndexBuilder indexes,
      Supplier<RowLocks> locks) {
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.operations = requireNonNull(operations, "operations is null");
    this.cuts = new RangePreSplitter(ranges, operations);
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.statistics = requireNonNull(statistics, "statistics is null");
    this.space = requireNonNull(space, "space is null");
    this.indexes = requireNonNull(indexes, "indexes is null");
    this.locks = requireNonNull(locks, "locks is null");
  }

  @Override
  public <T> T exclusive(ExclusiveCommand<T> command) {
    return pipeline.exclusive(command);
  }

  @Override
  public Lease lock(List<CatalogLock> required) {
    RowLocks owned = locks.get();
    LockWaitPolicy wait = LockWaitPolicy.within(LOCK_WAIT_MAX);
    try {
      required.forEach(lock -> owned.lock(lock.key(), strengthOf(lock), wait));
      owned.lock(LOCK_KEY, LockStrength.UPDATE, wait);
    } catch (RuntimeException | Error e) {
      owned.releaseAll();
      throw e;
    }
    return owned::releaseAll;
  }

  @Override
  public @Nullable Lease lockTable(Table table, LockWaitPolicy wait) {
    long start = ticker.nanos();
    LockWaitPolicy rest = wait;
    while (rest != null) {
      try {
        return tryLockTable(table, rest);
      } catch (ColonnadeException e) {
        rest =
            switch (e.code()) {
              case DEADLOCK_DETECTED -> restOf(wait, ticker.nanos() - start);
              case LOCK_NOT_AVAILABLE -> null;
              default -> throw e;
            };
      }
    }
    return null;
  }

  /** Returns the rest of a wait, null if it has ended. */
  private static @Nullable LockWaitPolicy restOf(LockWaitPolicy wait, long waitedNanos) {
    return wait instanceof LockWaitPolicy.Within(Duration timeout, Runnable check)
            && timeout.toNanos() > waitedNanos
        ? LockWaitPolicy.within(timeout.minusNanos(waitedNanos), check)
        : null;
  }

  private Lease tryLockTable(Table table, LockWaitPolicy wait) {
    RowLocks owned = locks.get();
    owned.giveWay(); // a transaction that has some of the locks may request others of them
    try {
      owned.lock(CatalogLock.exclusive(table.id()).key(), LockStrength.UPDATE, wait);
      owned.lock(table.placeLockKey(), LockStrength.UPDATE, wait); // in the order of writers
      owned.lock(table.lockKey(), LockStrength.UPDATE, wait);
      return owned::releaseAll;
    } catch (RuntimeException | Error e) {
      owned.releaseAll();
      throw e;
    }
  }

  @Override
  public Lease lockWriters(Table table, LockWaitPolicy wait, boolean beside) {
    RowLocks owned = locks.get();
    try {
      if (beside && wait instanceof LockWaitPolicy.Within(Duration timeout, Runnable check)) {
        LockWaitPolicy turn = LockWaitPolicy.within(TURN, check);
        for (long left = timeout.dividedBy(TURN) / 2; left > 0; left--) {
          if (isWithoutWriters(owned, table, turn)) {
            return owned::releaseAll;
          }
          owned.releaseAll();
          owned = locks.get();
          check.run();
          LockSupport.parkNanos(TURN.toNanos());
        }
      }
      lockWriters(owned, table, wait);
      return owned::releaseAll;
    } catch (RuntimeException | Error e) {
      owned.releaseAll();
      throw e;
    }
  }

  /** Returns whether a table could be locked in a short wait, after which others go on. */
  private static boolean isWithoutWriters(RowLocks owned, Table table, LockWaitPolicy turn) {
    owned.giveWay();
    try {
      lockWriters(owned, table, turn);
      return true;
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.LOCK_NOT_AVAILABLE || e.code() == ErrorCode.DEADLOCK_DETECTED) {
        return false;
      }
      throw e;
    }
  }

  private static void lockWriters(RowLocks owned, Table table, LockWaitPolicy wait) {
    owned.lock(table.placeLockKey(), LockStrength.KEY_SHARE, wait);
    owned.lock(table.lockKey(), LockStrength.UPDATE, wait);
    owned.lock(CatalogLock.exclusive(table.id()).key(), LockStrength.UPDATE, wait);
  }

  @Override
  public long copyRows(Table table) {
    return indexes.copyRows(table);
  }

  /** Returns the strength of a lock in the table of locks. */
  public static LockStrength strengthOf(CatalogLock lock) {
    return lock.isShared() ? LockStrength.SHARE : LockStrength.UPDATE;
  }

  @Override
  public void splitAround(KeySpan span) {
    cuts.cutAll(Stream.of(span.start(), span.end()).filter(key -> !key.isInfinity()).toList());
  }

  @Override
  public <T> T clear(KeySpan span, ExclusiveCommand<T> command) {
    T result = RangePreSplitter.whileBusy(() -> operations.clear(span, command));
    space.cleared(span);
    return result;
  }

  @Override
  public void backfill(Table table, int indexId) {
    indexes.build(table, indexId);
  }

  @Override
  public void beforeCommit(
      ExclusiveContext context, CatalogSnapshot before, CatalogSnapshot after) {
    sequences.catalogChanges(context, before, after);
  }

  @Override
  public void tableCleared(ExclusiveContext context, int tableId) {
    statistics.delete(context.batch(), tableId);
    context.onApplied(() -> statistics.remove(tableId));
  }

  /** Statistics without a table remain if ANALYZE ends after the table was dropped. */
  @Override
  public void retainTablesOf(CatalogSnapshot catalog) {
    for (int tableId : statistics.tableIds()) {
      if (catalog.findTable(tableId) == null) {
        pipeline.exclusive(
            context -> {
              tableCleared(context, tableId);
              return tableId;
            });
      }
    }
  }
}
