package dev.colonnade.type.row;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.UUID;

/**
 * Reference comparator of Java values for the order of keys, independent of their bytes where
 * possible.
 */
final class ValueOrder {
  private ValueOrder() {}

  static int compare(ColumnType type, Object a, Object b) {
    return switch (a) {
      case String text when type instanceof Enumerated(var labels) ->
          Integer.compare(labels.rankOf(text), labels.rankOf((String) b));
      case String text ->
          Arrays.compare(text.codePoints().toArray(), ((String) b).codePoints().toArray());
      case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) b);
      case UUID uuid -> uuid.toString().compareTo(b.toString());
      case BigDecimal decimal -> decimal.compareTo((BigDecimal) b);
      case Double number -> Double.compare(number + 0.0, (Double) b + 0.0);
      case Float number -> Float.compare(number + 0.0f, (Float) b + 0.0f);
      default -> compareNaturally(a, b);
    };
  }

  @SuppressWarnings("unchecked") // both are values of one type whose class is Comparable
  private static int compareNaturally(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }
}
