package dev.colonnade.sequence.cache;

/**
 * Mutable holder of a long result, so that a call creates no objects. Used by one caller at a time.
 *
 * <p>The value has 128 bytes of padding on either side: holders of several threads may be adjacent
 * in memory, and would cause false sharing with every call.
 */
public final class LongResult {
  private static final int SLOT = 16;
  private static final int SLOTS = 32;

  private final long[] slots = new long[SLOTS];

  public long value() {
    return slots[SLOT];
  }

  public void set(long newValue) {
    slots[SLOT] = newValue;
  }
}
