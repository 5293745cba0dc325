package dev.colonnade.key;

/**
 * Floating-point numbers as integers whose unsigned order is the order of PostgreSQL: -0.0 equals
 * 0.0, NaN equals NaN and is greater than every other number.
 */
public final class FloatOrder {
  private FloatOrder() {}

  /** Negative numbers have all bits inverted, others the sign bit. */
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
