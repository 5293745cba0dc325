package dev.colonnade.sql.vector.key;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.JsonbComparator;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.type.value.ArrayValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's order of values in their internal representation. */
final class ValueOrder {
  private ValueOrder() {}

  /** Compares two values that are not NULL. */
  static int compare(Nesting nesting, Object left, Object right) {
    return switch (nesting.kind()) {
      case JSONB -> JsonbComparator.compare((String) left, (String) right);
      case CHAR -> SqlValueComparator.compare(trimmed((String) left), trimmed((String) right));
      case ARRAY, UNKNOWN ->
          left instanceof List<?> list && right instanceof List<?> other
              ? compareLists(nesting, list, other)
              : compare(left, right);
      default -> compare(left, right);
    };
  }

  private static int compare(Object left, Object right) {
    if (left instanceof Number number && right instanceof Number other) {
      return compareNumbers(number, other);
    }
    if (left.getClass() != right.getClass()) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH, "cannot compare dissimilar column types");
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
   * Compares the elements of arrays in storage order, then the dimensions, or the fields of rows. A
   * NULL element is the greatest.
   */
  private static int compareLists(Nesting nesting, List<?> left, List<?> right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int order = compareElements(nesting.part(i), left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return ArrayValue.shapeOf(left).compareTo(ArrayValue.shapeOf(right));
  }

  private static int compareElements(
      Nesting nesting, @Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? 1 : -1;
    }
    return compare(nesting, left, right);
  }

  /** Returns a text without its trailing blanks, which are insignificant in CHAR. */
  static String trimmed(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
