package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.storage.config.TransactionConfig;
import java.time.Duration;

/** Reader of the settings of transactions. */
final class TransactionConfigReader {
  private static final long BYTES_MAX = 1L << 30;
  private static final int COUNT_MAX = 100_000_000;
  private static final Duration WAIT_MIN = Duration.ofMillis(1);
  private static final Duration WAIT_MAX = Duration.ofHours(1);

  private final SettingReader reader;
  private final TransactionConfig defaults;

  TransactionConfigReader(SettingReader reader, TransactionConfig defaults) {
    this.reader = requireNonNull(reader, "reader is null");
    this.defaults = requireNonNull(defaults, "defaults is null");
  }

  TransactionConfig read() {
    TransactionLimits d = defaults.limits();
    int writes = count("transaction.writes-max", d.writesMax());
    long bytes = reader.bytes("transaction.bytes-max", d.writeBytesMax(), 1, BYTES_MAX);
    int spans = count("transaction.read-spans-max", d.readSpansMax());
    int recent = count("transaction.recent-changes-max", d.recentChangesMax());
    LockLimits locks = locks();
    Duration wait =
        reader.time(
            "transaction.batch-lock-wait-max", defaults.batchLockWaitMax(), WAIT_MIN, WAIT_MAX);
    return reader.valid(
        "transaction",
        () ->
            new TransactionConfig(
                new TransactionLimits(writes, bytes, spans, recent, locks), wait));
  }

  private LockLimits locks() {
    LockLimits d = defaults.limits().locks();
    int all = count("transaction.locks-max", d.heldMax());
    int ofOne = count("transaction.locks-of-one-max", d.heldByOwnerMax());
    int waiters = count("transaction.waiters-of-key-max", d.waitersOfKeyMax());
    return reader.valid("transaction", () -> new LockLimits(all, ofOne, waiters));
  }

  private int count(String key, int otherwise) {
    return reader.count(key, otherwise, 1, COUNT_MAX);
  }
}
