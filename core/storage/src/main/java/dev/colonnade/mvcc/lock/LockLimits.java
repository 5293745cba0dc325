package dev.colonnade.mvcc.lock;

/**
 * How many locks there can be.
 *
 * @param heldMax by all owners together
 * @param heldByOwnerMax by one owner
 * @param waitersOfKeyMax requests that wait for one key
 */
public record LockLimits(int heldMax, int heldByOwnerMax, int waitersOfKeyMax) {
  /** Some 200 bytes a lock. */
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
