package dev.colonnade.advisory;

/**
 * Key of an advisory lock: one 64-bit number, or a pair of 32-bit numbers. The two forms are
 * distinct key spaces, also for equal bits.
 *
 * @param databaseId database of the session; locks of different databases never conflict
 * @param value the number, or the first of two in the upper half
 */
public record AdvisoryLockKey(int databaseId, boolean isPair, long value) {
  /** Returns the key of a number of eight bytes. */
  public static AdvisoryLockKey of(int databaseId, long value) {
    return new AdvisoryLockKey(databaseId, false, value);
  }

  /** Returns the key of two numbers of four bytes. */
  public static AdvisoryLockKey of(int databaseId, int first, int second) {
    return new AdvisoryLockKey(
        databaseId, true, (long) first << Integer.SIZE | Integer.toUnsignedLong(second));
  }
}
