package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.storage.config.TransactionConfig;
import dev.colonnade.storage.config.WriteMemory;
import java.time.Duration;

/** Reader of the settings of transactions. */
final class TransactionConfigReader {
  private static final long BYTES_MAX = 1L << 50;
  private static final long MEMORY_BYTES_MIN = 1L << 16;
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
    int writes = reader.count("transaction.writes-max", d.writesMax(), 1, Integer.MAX_VALUE);
    long bytes = reader.bytes("transaction.bytes-max", d.writeBytesMax(), 1, BYTES_MAX);
    int spans = count("transaction.read-spans-max", d.readSpansMax());
    int recent = count("transaction.recent-changes-max", d.recentChangesMax());
    LockLimits locks = locks();
    WriteMemory memory = memory();
    Duration wait =
        reader.time(
            "transaction.batch-lock-wait-max", defaults.batchLockWaitMax(), WAIT_MIN, WAIT_MAX);
    return reader.valid(
        "transaction",
        () ->
            new TransactionConfig(
                new TransactionLimits(writes, bytes, spans, recent, locks), wait, memory));
  }

  private WriteMemory memory() {
    WriteMemory d = defaults.writeMemory();
    long own =
        reader.bytes("transaction.write-memory-max", d.ownBytesMax(), MEMORY_BYTES_MIN, BYTES_MAX);
    long all =
        reader.bytes(
            "transaction.all-write-memory-max", d.allBytesMax(), MEMORY_BYTES_MIN, BYTES_MAX);
    return reader.valid("transaction", () -> new WriteMemory(own, all));
  }

  private LockLimits locks() {
    LockLimits d = defaults.limits().locks();
    int all = count("transaction.locks-max", d.heldMax());
    int ofOne = count("transaction.locks-of-one-max", d.heldByOwnerMax());
    int waiters = count("transaction.waiters-of-key-max", d.waitersOfKeyMax());
    long bytes =
        reader.bytes("transaction.lock-memory-max", d.bytesMax(), MEMORY_BYTES_MIN, BYTES_MAX);
    int escalateAfter = count("transaction.escalate-after", d.escalateAfter());
    return reader.valid(
        "transaction", () -> new LockLimits(all, ofOne, waiters, bytes, escalateAfter));
  }

  private int count(String key, int otherwise) {
    return reader.count(key, otherwise, 1, COUNT_MAX);
  }
}
