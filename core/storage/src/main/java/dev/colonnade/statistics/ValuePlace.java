package dev.colonnade.statistics;

import java.nio.charset.StandardCharsets;

/** Where values stand among those of their type, as numbers that can be subtracted. */
public final class ValuePlace {
  /** Bytes of a text that its place is made of: what a double can tell apart. */
  private static final int TEXT_BYTES = 6;

  private static final double BYTE_VALUES = 256;

  private ValuePlace() {}

  /** The place of a value as running statements hold it; not a number where there is none. */
  public static double of(Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case Boolean truth -> truth ? 1 : 0;
      case String text -> ofText(text);
      default -> Double.NaN;
    };
  }

  private static double ofText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    double place = 0;
    for (int i = 0; i < TEXT_BYTES; i++) {
      place = place * BYTE_VALUES + (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return place;
  }

  /** What a value is compared by for being the same. */
  static String textOf(Object value) {
    return value instanceof java.math.BigDecimal number
        ? number.stripTrailingZeros().toPlainString()
        : value.toString();
  }
}
