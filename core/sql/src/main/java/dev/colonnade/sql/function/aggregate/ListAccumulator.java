package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.ValueOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All values as an array; NULL if there are none. */
final class ListAccumulator implements Accumulator {
  /** In which order values are given; sorted ones are given once each. */
  enum Order {
    AS_THEY_COME,
    RISING,
    FALLING
  }

  private final Order order;
  private final List<@Nullable Object> values = new ArrayList<>();

  ListAccumulator(Order order) {
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
    if (order == Order.AS_THEY_COME) {
      return Collections.unmodifiableList(new ArrayList<>(values));
    }
    Comparator<@Nullable Object> comparator =
        order == Order.RISING ? ValueOrder::compare : Collections.reverseOrder(ValueOrder::compare);
    List<@Nullable Object> sorted = new ArrayList<>(values);
    sorted.sort(comparator);
    List<@Nullable Object> once = new ArrayList<>();
    for (Object value : sorted) {
      if (once.isEmpty() || ValueOrder.compare(once.getLast(), value) != 0) {
        once.add(value);
      }
    }
    return once;
  }
}
