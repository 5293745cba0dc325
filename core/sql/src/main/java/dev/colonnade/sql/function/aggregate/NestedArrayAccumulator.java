package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.array.ArrayNesting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Array of arrays, with a dimension more than they have; NULL if there are none. */
final class NestedArrayAccumulator implements GroupAccumulator {
  private final List<@Nullable Object> arrays = new ArrayList<>();

  @Override
  public void add(@Nullable Object[] arguments) {
    arrays.add(arguments[0]);
  }

  @Override
  public @Nullable Object result() {
    return arrays.isEmpty() ? null : ArrayNesting.of(arrays);
  }
}
