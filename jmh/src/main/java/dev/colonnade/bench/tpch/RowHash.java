package dev.colonnade.bench.tpch;

/** Hash of the values of one row in the order of its columns. Not thread-safe. */
public final class RowHash {
  private static final long PRIME = 0xC2B2_AE3D_27D4_EB4FL;

  private long value;

  /** Resets the hash for the next row. */
  public void clear() {
    value = 0;
  }

  /** Adds an integer, an amount in cents, or a date in days since 1970-01-01. */
  public void add(long number) {
    value = Long.rotateLeft(value ^ number * PRIME, 23) * PRIME;
  }

  public void add(String text) {
    add(text.hashCode());
  }

  public long value() {
    return value;
  }
}
