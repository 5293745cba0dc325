package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Count of distinct rows; NULLs compare as equal. */
final class DistinctCountAccumulator implements GroupAccumulator {
  private final SortedSet<List<@Nullable Object>> rows = new TreeSet<>(SqlValueComparator::compare);

  @Override
  public void add(@Nullable Object[] arguments) {
    rows.add(Collections.unmodifiableList(Arrays.asList(arguments.clone())));
  }

  @Override
  public Object result() {
    return (long) rows.size();
  }
}
