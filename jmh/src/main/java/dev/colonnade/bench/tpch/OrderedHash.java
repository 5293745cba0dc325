package dev.colonnade.bench.tpch;

/**
 * Order-dependent polynomial hash of a list of keys. The forward form is h = h * p + key. The
 * mirrored form, h = h + key * p^i, is equal to the forward form of the reversed list. Not
 * thread-safe.
 */
public final class OrderedHash {
  private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

  private final boolean mirrored;
  private long value;
  private long power = 1;

  private OrderedHash(boolean mirrored) {
    this.mirrored = mirrored;
  }

  public static OrderedHash forward() {
    return new OrderedHash(false);
  }

  /** Returns a hash that is equal to {@link #forward()} of the reversed list. */
  public static OrderedHash mirrored() {
    return new OrderedHash(true);
  }

  public void add(long orderKey, int lineNumber) {
    long key = orderKey * 31 + lineNumber;
    if (mirrored) {
      value += key * power;
      power *= PRIME;
    } else {
      value = value * PRIME + key;
    }
  }

  public long value() {
    return value;
  }
}
