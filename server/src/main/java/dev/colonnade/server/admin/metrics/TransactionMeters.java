package dev.colonnade.server.admin.metrics;

import dev.colonnade.mvcc.lock.LockStatistics;
import dev.colonnade.mvcc.txn.TransactionStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Measures transactions and the locks of rows. */
final class TransactionMeters {
  private TransactionMeters() {}

  static void register(MeterRegistry registry, DatabaseMeters database) {
    Reading.of(registry, database)
        .gauge(
            "colonnade.transactions.active",
            "Transactions that have begun and not ended",
            of(TransactionStatistics::active))
        .counter(
            "colonnade.transactions.committed",
            "Transactions committed",
            of(TransactionStatistics::committed))
        .counter(
            "colonnade.transactions.rolled.back",
            "Transactions undone, whatever for",
            of(TransactionStatistics::rolledBack))
        .counter(
            "colonnade.transactions.conflicts",
            "Transactions refused because something read had changed",
            of(TransactionStatistics::conflicts))
        .counter(
            "colonnade.transactions.refreshes",
            "Times that a transaction was moved to a later moment",
            of(TransactionStatistics::refreshes))
        .counter(
            "colonnade.transactions.lookups",
            "Times that what was read was looked up in the store at commit",
            of(TransactionStatistics::lookups))
        .gauge("colonnade.locks.held", "Locks of rows", ofLocks(LockStatistics::held))
        .gauge("colonnade.locks.waiting", "Requests in line", ofLocks(LockStatistics::waiting))
        .counter("colonnade.locks.waits", "Requests put in line", ofLocks(LockStatistics::waits))
        .counter(
            "colonnade.locks.deadlocks",
            "Requests refused, because they would have waited in a circle",
            ofLocks(LockStatistics::deadlocks))
        .counter(
            "colonnade.locks.given.up",
            "Requests given up, by a limit of time or a cancel",
            ofLocks(LockStatistics::givenUp));
  }

  private static ToDoubleFunction<DatabaseMeters> of(ToLongFunction<TransactionStatistics> figure) {
    return meters -> figure.applyAsLong(meters.latest().transactions());
  }

  private static ToDoubleFunction<DatabaseMeters> ofLocks(ToLongFunction<LockStatistics> figure) {
    return of(transactions -> figure.applyAsLong(transactions.locks()));
  }
}
