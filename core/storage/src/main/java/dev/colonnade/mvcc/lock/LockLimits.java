package dev.colonnade.mvcc.lock;

/**
 * Limits on the number of locks.
 *
 * @param heldMax maximum number of locks of all owners together
 * @param heldByOwnerMax maximum number of locks of one owner
 * @param waitersOfKeyMax maximum number of requests that wait for one key
 */
public record LockLimits(int heldMax, int heldByOwnerMax, int waitersOfKeyMax) {
  /** Default limits; a lock occupies about 200 bytes. */
  public static final LockLimits DEFAULT = new LockLimits(4_000_000, 1_000_000, 10_000);

  public LockLimits {
    requirePositive("heldMax", heldMax);
    requirePositive("heldByOwnerMax", heldByOwnerMax);
    requirePositive("waitersOfKeyMax", waitersOfKeyMax);
  }

  private static void requirePositive(String name, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit below 1: " + name + "=" + limit);
    }
  }
}
