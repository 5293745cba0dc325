package dev.colonnade.sql.function.value;

import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Comparator of values in their internal representation. Both values are of one type; arrays
 * compare element by element, then by their dimensions.
 */
public final class SqlValueComparator {
  private SqlValueComparator() {}

  /**
   * Compares two values as {@link java.util.Comparator#compare} does; NULL is the greatest, as in
   * PostgreSQL's arrays.
   */
  @SuppressWarnings("unchecked")
  public static int compare(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? 1 : -1;
    }
    if (left instanceof List<?> list && right instanceof List<?> other) {
      return compareLists(list, other);
    }
    if (left instanceof BigDecimal number && right instanceof BigDecimal other) {
      return InterruptibleDecimals.compare(number, other);
    }
    if (left instanceof String text && right instanceof String other) {
      return compareTexts(text, other);
    }
    if (left instanceof UUID id && right instanceof UUID other) {
      return compareIds(id, other);
    }
    if (left instanceof Double number && right instanceof Double other) {
      return number.doubleValue() == other.doubleValue() ? 0 : number.compareTo(other);
    }
    if (left instanceof RangeValue range && right instanceof RangeValue other) {
      return RangeOrder.compare(range, other);
    }
    if (left instanceof MultirangeValue set && right instanceof MultirangeValue other) {
      return RangeOrder.compare(set, other);
    }
    if (left instanceof Float number && right instanceof Float other) {
      return number.floatValue() == other.floatValue() ? 0 : number.compareTo(other);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  /** Compares by code points, which is the order of the UTF-8 bytes. */
  private static int compareTexts(String some, String other) {
    int length = Math.min(some.length(), other.length());
    for (int i = 0; i < length; i++) {
      Interruption.check(i + 1);
      char a = some.charAt(i);
      char b = other.charAt(i);
      if (a != b) {
        boolean areSameKind = Character.isSurrogate(a) == Character.isSurrogate(b);
        return areSameKind ? a - b : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return some.length() - other.length();
  }

  /** Compares by bytes; {@link UUID#compareTo} compares signed numbers instead. */
  private static int compareIds(UUID some, UUID other) {
    int byFirst =
        Long.compareUnsigned(some.getMostSignificantBits(), other.getMostSignificantBits());
    return byFirst != 0
        ? byFirst
        : Long.compareUnsigned(some.getLeastSignificantBits(), other.getLeastSignificantBits());
  }

  private static int compareLists(List<?> left, List<?> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      Interruption.check(i + 1);
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return ArrayValue.shapeOf(left).compareTo(ArrayValue.shapeOf(right));
  }
}
