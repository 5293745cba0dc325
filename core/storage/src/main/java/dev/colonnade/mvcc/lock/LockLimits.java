package dev.colonnade.mvcc.lock;

/**
 * Limits on locks.
 *
 * @param heldMax maximum number of locks of all owners together
 * @param heldByOwnerMax maximum number of locks of one owner
 * @param waitersOfKeyMax maximum number of requests that wait for one key
 * @param bytesMax maximum bytes of memory of the locks of all owners, default an eighth of the heap
 * @param escalateAfter number of locks of one owner after which those of one index are replaced by
 *     a lock of the whole index
 */
public record LockLimits(
    int heldMax, int heldByOwnerMax, int waitersOfKeyMax, long bytesMax, int escalateAfter) {
  /** Estimated bytes of memory of a lock in addition to its key. */
  static final long LOCK_BYTES = 320;

  private static final long BYTES_LEAST = 16L << 20;
  private static final int ESCALATE_AFTER = 50_000;

  /** Default limits for the heap of this process. */
  public static final LockLimits DEFAULT = new LockLimits(4_000_000, 1_000_000, 10_000);

  /** Creates limits with the default memory and escalation. */
  public LockLimits(int heldMax, int heldByOwnerMax, int waitersOfKeyMax) {
    this(
        heldMax,
        heldByOwnerMax,
        waitersOfKeyMax,
        Math.max(BYTES_LEAST, Runtime.getRuntime().maxMemory() / 8),
        ESCALATE_AFTER);
  }

  public LockLimits {
    requirePositive("heldMax", heldMax);
    requirePositive("heldByOwnerMax", heldByOwnerMax);
    requirePositive("waitersOfKeyMax", waitersOfKeyMax);
    requirePositive("bytesMax", bytesMax);
    requirePositive("escalateAfter", escalateAfter);
  }

  private static void requirePositive(String name, long limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit below 1: " + name + "=" + limit);
    }
  }
}
