package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Most frequent value; of several, the first one in sort order. */
final class ModeAccumulator implements GroupAccumulator {
  private final boolean isDescending;
  private final List<Object> values = new ArrayList<>();

  ModeAccumulator(boolean isDescending) {
    this.isDescending = isDescending;
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
    values.sort(
        isDescending
            ? Collections.reverseOrder(SqlValueComparator::compare)
            : SqlValueComparator::compare);
    Object best = null;
    int bestCount = 0;
    int count = 0;
    for (int i = 0; i < values.size(); i++) {
      boolean isSame = i > 0 && SqlValueComparator.compare(values.get(i - 1), values.get(i)) == 0;
      count = isSame ? count + 1 : 1;
      if (count > bestCount) {
        bestCount = count;
        best = values.get(i);
      }
    }
    return best;
  }
}
