package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Prefixes of the values of a sort key as unsigned longs. The order of prefixes that differ is that
 * of their values in the direction of the key.
 */
final class SortPrefix {
  private static final VarHandle BIG_ENDIAN_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final SortKey key;
  private final boolean isChar;
  private final boolean isExact;

  SortPrefix(SortKey key, VectorType type) {
    this.key = key;
    this.isChar = type.kind() == TypeKind.CHAR;
    this.isExact = type.form() != VectorType.Form.TEXT;
  }

  SortKey key() {
    return key;
  }

  /** Returns whether values with equal prefixes are equal. */
  boolean isExact() {
    return isExact;
  }

  /** Returns whether the values of a vector have prefixes. */
  static boolean supports(Vector vector) {
    return !(vector instanceof ObjectVector);
  }

  /** Writes the prefixes of {@code count} rows to {@code into}; those of NULLs mean nothing. */
  void fill(Vector vector, int count, long[] into) {
    switch (vector) {
      case LongVector longs -> fillLongs(longs.values(), count, into);
      case DoubleVector doubles -> fillDoubles(doubles.values(), count, into);
      case BooleanVector booleans -> {
        for (int row = 0; row < count; row++) {
          into[row] = booleans.values()[row] ? 1 : 0;
        }
      }
      case TextVector texts -> {
        for (int row = 0; row < count; row++) {
          into[row] = prefix(texts, row);
        }
      }
      case ObjectVector _ -> throw new IllegalArgumentException("objects have no prefixes");
    }
    if (key.descending()) {
      for (int row = 0; row < count; row++) {
        into[row] = ~into[row];
      }
    }
  }

  private static void fillLongs(long[] values, int count, long[] into) {
    for (int row = 0; row < count; row++) {
      into[row] = values[row] ^ Long.MIN_VALUE;
    }
  }

  /** All NaNs have one prefix, the greatest; the zeros have one, too. */
  private static void fillDoubles(double[] values, int count, long[] into) {
    for (int row = 0; row < count; row++) {
      long bits = Double.doubleToLongBits(values[row] + 0.0);
      into[row] = bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
    }
  }

  private long prefix(TextVector texts, int row) {
    byte[] bytes = texts.bytes();
    int start = texts.start(row);
    int length = texts.length(row);
    while (isChar && length > 0 && bytes[start + length - 1] == ' ') {
      length--;
    }
    if (length >= Long.BYTES) {
      return (long) BIG_ENDIAN_LONGS.get(bytes, start);
    }
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = prefix << Byte.SIZE | (i < length ? bytes[start + i] & 0xFF : 0);
    }
    return prefix;
  }
}
