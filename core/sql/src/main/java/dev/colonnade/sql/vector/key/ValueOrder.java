package dev.colonnade.sql.vector.key;

import dev.colonnade.sql.function.value.JsonbComparator;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's order of values in their internal representation. */
final class ValueOrder {
  private ValueOrder() {}

  /** Compares two values of a kind that are not NULL. */
  static int compare(TypeKind kind, Object left, Object right) {
    return switch (kind) {
      case JSONB -> JsonbComparator.compare((String) left, (String) right);
      case CHAR -> SqlValueComparator.compare(trimmed((String) left), trimmed((String) right));
      default -> compare(left, right);
    };
  }

  private static int compare(Object left, Object right) {
    if (left instanceof List<?> list && right instanceof List<?> other) {
      return compareArrays(list, other);
    }
    if (left instanceof Number number && right instanceof Number other) {
      return compareNumbers(number, other);
    }
    return SqlValueComparator.compare(left, right);
  }

  /** NaN is the greatest and equal to itself; the zeros are equal. */
  private static int compareNumbers(Number left, Number right) {
    if (isFloating(left) || isFloating(right)) {
      return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
    }
    if (left instanceof BigDecimal || right instanceof BigDecimal) {
      return decimal(left).compareTo(decimal(right));
    }
    return Long.compare(left.longValue(), right.longValue());
  }

  private static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
  }

  /**
   * Compares the elements in storage order, then the dimensions. A NULL element is the greatest.
   */
  private static int compareArrays(List<?> left, List<?> right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int order = compareElements(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return ArrayValue.shapeOf(left).compareTo(ArrayValue.shapeOf(right));
  }

  private static int compareElements(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? 1 : -1;
    }
    return compare(left, right);
  }

  /** Returns a text without its trailing blanks, which are insignificant in CHAR. */
  private static String trimmed(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
