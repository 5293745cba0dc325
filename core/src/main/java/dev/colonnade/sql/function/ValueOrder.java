package dev.colonnade.sql.function;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of values as statements hold them: of one type, arrays element by element. */
public final class ValueOrder {
  private ValueOrder() {}

  /** As {@link java.util.Comparator#compare}; NULL is the greatest, as in PostgreSQL's arrays. */
  @SuppressWarnings("unchecked")
  public static int compare(@Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return left == right ? 0 : left == null ? 1 : -1;
    }
    if (left instanceof List<?> list && right instanceof List<?> other) {
      return compareLists(list, other);
    }
    if (left instanceof BigDecimal number && right instanceof BigDecimal other) {
      return number.compareTo(other);
    }
    if (left instanceof String text && right instanceof String other) {
      return text.compareTo(other);
    }
    return ((Comparable<Object>) left).compareTo(right);
  }

  private static int compareLists(List<?> left, List<?> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
