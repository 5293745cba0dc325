package dev.colonnade.statistics;

import dev.colonnade.type.value.SpecialNumeric;
import java.nio.charset.StandardCharsets;

/** Conversion of values to positions on a numeric scale, for interpolation in histograms. */
public final class HistogramPosition {
  /** Number of leading bytes of a text that determine its position: the precision of a double. */
  private static final int TEXT_BYTES = 6;

  private static final double BYTE_VALUES = 256;

  private HistogramPosition() {}

  /**
   * Returns the position of a value in the internal representation of the executor; NaN if its type
   * has none.
   */
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
    double position = 0;
    for (int i = 0; i < TEXT_BYTES; i++) {
      position = position * BYTE_VALUES + (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return position;
  }

  /** Returns the text by which values are compared for equality. */
  static String textOf(Object value) {
    return value instanceof java.math.BigDecimal number && !SpecialNumeric.is(number)
        ? number.stripTrailingZeros().toPlainString()
        : value.toString();
  }
}
