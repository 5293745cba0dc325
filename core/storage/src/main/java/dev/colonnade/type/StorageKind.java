package dev.colonnade.type;

/**
 * How the values of a column lie in memory. Many types share a kind; code that moves values
 * switches on this and not on the type.
 */
public enum StorageKind {
  /** One byte, 0 or 1. */
  BOOL1(1),
  INT16(2),
  INT32(4),
  INT64(8),
  /** A two's complement integer of two longs. */
  INT128(16),
  FLOAT32(4),
  FLOAT64(8),
  /** Sixteen bytes whose order is their own, compared without sign. */
  BYTES16(16),
  /** The rank of an enum label, as an int. */
  ENUM32(4),
  /** Bytes of any number. */
  VARIABLE(0);

  private final int slotBytes;

  StorageKind(int slotBytes) {
    this.slotBytes = slotBytes;
  }

  /** Bytes of a value in its slot, and in a key without a null marker; 0 for {@link #VARIABLE}. */
  public int slotBytes() {
    return slotBytes;
  }

  public boolean isVariable() {
    return this == VARIABLE;
  }
}
