package dev.colonnade.key;

/**
 * Order-preserving encoding of floating-point numbers as unsigned integers. The order is that of
 * PostgreSQL: -0.0 equals 0.0, NaN equals NaN and is greater than every other number.
 */
public final class FloatOrder {
  private FloatOrder() {}

  /**
   * Returns the sortable integer of a value: all bits of a negative number are inverted, otherwise
   * only the sign bit.
   */
  public static long sortable(double value) {
    // Adding 0.0 turns -0.0 into 0.0; doubleToLongBits makes every NaN the canonical one.
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ ((bits >> 63) | Long.MIN_VALUE);
  }

  public static double doubleOf(long sortable) {
    return Double.longBitsToDouble(sortable ^ ((~sortable >> 63) | Long.MIN_VALUE));
  }

  public static int sortable(float value) {
    int bits = Float.floatToIntBits(value + 0.0f);
    return bits ^ ((bits >> 31) | Integer.MIN_VALUE);
  }

  public static float floatOf(int sortable) {
    return Float.intBitsToFloat(sortable ^ ((~sortable >> 31) | Integer.MIN_VALUE));
  }
}
