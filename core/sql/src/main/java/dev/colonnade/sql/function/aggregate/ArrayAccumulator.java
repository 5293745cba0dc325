package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Array of all values; NULL if there are none. */
final class ArrayAccumulator implements GroupAccumulator {
  /** Order of the values; sorted values are also distinct. */
  enum Order {
    INSERTION,
    ASCENDING,
    DESCENDING
  }

  private final Order order;
  private final List<@Nullable Object> values = new ArrayList<>();

  ArrayAccumulator(Order order) {
    this.order = order;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    values.add(arguments[0]);
  }

  @Override
  public @Nullable Object result() {
    return values.isEmpty() ? null : ordered(values, order);
  }

  static List<@Nullable Object> ordered(List<@Nullable Object> values, Order order) {
    if (order == Order.INSERTION) {
      return Collections.unmodifiableList(new ArrayList<>(values));
    }
    Comparator<@Nullable Object> comparator =
        order == Order.ASCENDING
            ? SqlValueComparator::compare
            : Collections.reverseOrder(SqlValueComparator::compare);
    List<@Nullable Object> sorted = new ArrayList<>(values);
    sorted.sort(comparator);
    List<@Nullable Object> distinct = new ArrayList<>();
    for (Object value : sorted) {
      if (distinct.isEmpty() || SqlValueComparator.compare(distinct.getLast(), value) != 0) {
        distinct.add(value);
      }
    }
    return distinct;
  }
}
