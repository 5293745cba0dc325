package dev.colonnade.sequence.cache;

/**
 * Where a call leaves a number, so that it need not allocate. Belongs to one caller at a time.
 *
 * <p>The number has 128 bytes for itself on either side: results of several threads may come to lie
 * side by side, and would take each other's cache line with every call.
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
