package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.lock.LockLimits;

/**
 * How large transactions may become.
 *
 * @param writesMax keys that one may change; beyond it TRANSACTION_TOO_LARGE
 * @param writeBytesMax bytes of their keys and values; beyond it TRANSACTION_TOO_LARGE
 * @param readSpansMax spans that one is remembered to have read; beyond it neighbours are taken
 *     together, which may fail it for what it did not read, and never lets through what it did
 * @param recentChangesMax changed keys that are remembered while transactions run; older ones are
 *     looked up in the store
 * @param locks of all transactions
 */
public record TransactionLimits(
    int writesMax, long writeBytesMax, int readSpansMax, int recentChangesMax, LockLimits locks) {
  public static final TransactionLimits DEFAULT =
      new TransactionLimits(2_000_000, 120L << 20, 4_096, 1_000_000, LockLimits.DEFAULT);

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
