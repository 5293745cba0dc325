package dev.colonnade.bench.tpch;

/**
 * A hash of a list of keys that depends on their order, and that can also be taken as if the list
 * had come in reverse: forward it is h = h * p + key; mirrored, h = h + key * p^i gives what the
 * forward form gives for the list from its end. Not thread-safe.
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

  /** Gives for a list what {@link #forward()} gives for it from its end. */
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
