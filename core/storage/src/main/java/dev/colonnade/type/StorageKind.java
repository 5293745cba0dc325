package dev.colonnade.type;

/**
 * Physical representation of the values of a column. Many types share a kind; code that copies
 * values switches on the kind and not on the type.
 */
public enum StorageKind {
  /** One byte, 0 or 1. */
  BOOL1(1),
  INT16(2),
  INT32(4),
  INT64(8),
  /** A 128-bit two's complement integer in two longs. */
  INT128(16),
  FLOAT32(4),
  FLOAT64(8),
  /** Sixteen bytes, compared as unsigned bytes. */
  BYTES16(16),
  /** The rank of an enum label, as an int. */
  ENUM32(4),
  /** Any number of bytes. */
  VARIABLE(0);

  private final int slotBytes;

  StorageKind(int slotBytes) {
    this.slotBytes = slotBytes;
  }

  /**
   * Returns the bytes of a value in its slot, and in a key without the null marker; 0 for {@link
   * #VARIABLE}.
   */
  public int slotBytes() {
    return slotBytes;
  }

  public boolean isVariable() {
    return this == VARIABLE;
  }
}
