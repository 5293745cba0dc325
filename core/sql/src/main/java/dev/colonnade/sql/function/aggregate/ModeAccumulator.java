package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Most frequent of values that arrive in their order; of several, the first one. */
final class ModeAccumulator implements GroupAccumulator {
  private Comparator<Object> order = SqlValueComparator::compare;
  private @Nullable Object best;
  private long bestCount;

  /** First of the equal values that arrived last. */
  private @Nullable Object current;

  private long count;

  @Override
  public void compareBy(Comparator<Object> other) {
    order = other;
  }

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    Object value = arguments[0];
    if (value == null) {
      return;
    }
    if (current != null && order.compare(current, value) == 0) {
      count++;
    } else {
      current = value;
      count = 1;
    }
    if (count > bestCount) {
      bestCount = count;
      best = current;
    }
  }

  @Override
  public @Nullable Object result() {
    return best;
  }
}
