package dev.colonnade.scan.column;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.StorageKind;

/** Conversion of a stored value to an Arrow value, on which the inner loop switches. */
enum ArrowConversion {
  BIT(1),
  COPY2(16),
  COPY4(32),
  COPY8(64),
  FLOAT4(32),
  FLOAT8(64),
  /** A scaled 64-bit integer, extended by its sign. */
  DECIMAL8(128),
  /** A scaled 128-bit integer, the lower half first. */
  DECIMAL16(128),
  /** Sixteen bytes, unchanged. */
  BYTES16(128),
  /** Dictionary position of an enum label instead of its rank, as 16 bits. */
  LABEL2(16),
  /** Dictionary position of an enum label instead of its rank, as 32 bits. */
  LABEL4(32),
  /** An offset; the bytes are counted separately. */
  VARIABLE(32);

  private final int bits;

  ArrowConversion(int bits) {
    this.bits = bits;
  }

  /** Returns the bits of one value, without variable-width bytes and without its validity bit. */
  int bits() {
    return bits;
  }

  static ArrowConversion of(ColumnType type) {
    return switch (type.storage()) {
      case BOOL1 -> BIT;
      case INT16 -> COPY2;
      case INT32 -> COPY4;
      case INT64 -> type instanceof Numeric ? DECIMAL8 : COPY8;
      case FLOAT32 -> FLOAT4;
      case FLOAT64 -> FLOAT8;
      case INT128 -> DECIMAL16;
      case BYTES16 -> BYTES16;
      case ENUM32 -> needsWideIndex(type) ? LABEL4 : LABEL2;
      case VARIABLE -> VARIABLE;
    };
  }

  private static boolean needsWideIndex(ColumnType type) {
    assert type.storage() == StorageKind.ENUM32;
    return ((Enumerated) type).type().labels().size() > Short.MAX_VALUE + 1;
  }
}
