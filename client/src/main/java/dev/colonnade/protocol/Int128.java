package dev.colonnade.protocol;

import java.math.BigInteger;

/**
 * Conversion of 128-bit two's complement integers to and from two longs, for the unscaled values of
 * wide NUMERICs.
 */
public final class Int128 {
  private static final int BITS_MAX = 127;

  private Int128() {}

  /** Returns the upper 64 bits. */
  public static long high(BigInteger value) {
    requireFit(value);
    return value.shiftRight(Long.SIZE).longValue();
  }

  /** Returns the lower 64 bits. */
  public static long low(BigInteger value) {
    requireFit(value);
    return value.longValue();
  }

  /** Returns the value of the two halves. */
  public static BigInteger of(long high, long low) {
    if (high == low >> (Long.SIZE - 1)) {
      return BigInteger.valueOf(low);
    }
    byte[] bigEndian = new byte[2 * Long.BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      int shift = Long.SIZE - Byte.SIZE * (i + 1);
      bigEndian[i] = (byte) (high >>> shift);
      bigEndian[Long.BYTES + i] = (byte) (low >>> shift);
    }
    return new BigInteger(bigEndian);
  }

  private static void requireFit(BigInteger value) {
    if (value.bitLength() > BITS_MAX) {
      throw new ArithmeticException("value does not fit 128 bits: bitLength=" + value.bitLength());
    }
  }
}
