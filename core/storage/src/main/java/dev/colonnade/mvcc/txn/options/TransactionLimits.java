package dev.colonnade.mvcc.txn.options;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.lock.LockLimits;

/**
 * Limits on transactions.
 *
 * @param writesMax maximum number of writes of a transaction; TRANSACTION_TOO_LARGE beyond it
 * @param writeBytesMax maximum bytes of its writes in memory and in temporary files;
 *     TRANSACTION_TOO_LARGE beyond it
 * @param readSpansMax maximum number of spans in the read set of a transaction; beyond it adjacent
 *     spans are merged, which may cause false serialization failures but never misses a conflict
 * @param recentChangesMax maximum number of changed keys that are tracked while transactions run;
 *     older changes are looked up in the store
 * @param locks limits on the locks of all transactions
 */
public record TransactionLimits(
    int writesMax, long writeBytesMax, int readSpansMax, int recentChangesMax, LockLimits locks) {
  public static final TransactionLimits DEFAULT =
      new TransactionLimits(2_000_000_000, 64L << 30, 4_096, 1_000_000, LockLimits.DEFAULT);

  public TransactionLimits {
    requirePositive("writesMax", writesMax);
    requirePositive("writeBytesMax", writeBytesMax);
    requirePositive("readSpansMax", readSpansMax);
    requirePositive("recentChangesMax", recentChangesMax);
    requireNonNull(locks, "locks is null");
  }

  private static void requirePositive(String name, long limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit below 1: " + name + "=" + limit);
    }
  }
}
