package dev.colonnade.server.admin.metrics;

import dev.colonnade.mvcc.lock.LockStatistics;
import dev.colonnade.mvcc.txn.TransactionStatistics;
import dev.colonnade.storage.StorageStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Meters of transactions and row locks. */
final class TransactionMeters {
  private TransactionMeters() {}

  static void register(MeterRegistry registry, Supplier<StorageStatistics> statistics) {
    PolledMeters.of(registry, statistics)
        .gauge(
            "colonnade.transactions.active", "Open transactions", of(TransactionStatistics::active))
        .counter(
            "colonnade.transactions.committed",
            "Committed transactions",
            of(TransactionStatistics::committed))
        .counter(
            "colonnade.transactions.rolled.back",
            "Transactions rolled back, for any reason",
            of(TransactionStatistics::rolledBack))
        .counter(
            "colonnade.transactions.conflicts",
            "Transactions rejected because data that they read had changed",
            of(TransactionStatistics::conflicts))
        .counter(
            "colonnade.transactions.refreshes",
            "Refreshes of a transaction to a later timestamp",
            of(TransactionStatistics::refreshes))
        .counter(
            "colonnade.transactions.lookups",
            "Validations of reads that had to access the store",
            of(TransactionStatistics::lookups))
        .gauge("colonnade.locks.held", "Row locks held", ofLocks(LockStatistics::held))
        .gauge(
            "colonnade.locks.waiting",
            "Lock requests in wait queues",
            ofLocks(LockStatistics::waiting))
        .counter(
            "colonnade.locks.waits",
            "Lock requests that entered a wait queue",
            ofLocks(LockStatistics::waits))
        .counter(
            "colonnade.locks.deadlocks",
            "Lock requests rejected because of a deadlock",
            ofLocks(LockStatistics::deadlocks))
        .counter(
            "colonnade.locks.given.up",
            "Lock requests ended by a timeout or a cancel",
            ofLocks(LockStatistics::withdrawn));
  }

  private static ToDoubleFunction<Supplier<StorageStatistics>> of(
      ToLongFunction<TransactionStatistics> value) {
    return source -> value.applyAsLong(source.get().transactions());
  }

  private static ToDoubleFunction<Supplier<StorageStatistics>> ofLocks(
      ToLongFunction<LockStatistics> value) {
    return of(transactions -> value.applyAsLong(transactions.locks()));
  }
}
