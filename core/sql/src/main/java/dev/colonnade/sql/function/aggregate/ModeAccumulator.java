package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Most frequent value; of several, the first one in sort order. */
final class ModeAccumulator implements GroupAccumulator {
  private final boolean isDescending;
  private Comparator<Object> order = SqlValueComparator::compare;
  private final List<Object> values = new ArrayList<>();

  ModeAccumulator(boolean isDescending) {
    this.isDescending = isDescending;
  }

  @Override
  public void compareBy(Comparator<Object> other) {
    order = other;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    Object value = arguments[0];
    if (value != null) {
      values.add(value);
    }
  }

  @Override
  public @Nullable Object result() {
    values.sort(isDescending ? Collections.reverseOrder(order) : order);
    Object best = null;
    int bestCount = 0;
    int count = 0;
    Object first = null; // of the values that are equal
    for (int i = 0; i < values.size(); i++) {
      boolean isSame = i > 0 && order.compare(values.get(i - 1), values.get(i)) == 0;
      count = isSame ? count + 1 : 1;
      first = isSame ? first : values.get(i);
      if (count > bestCount) {
        bestCount = count;
        best = first;
      }
    }
    return best;
  }
}
