package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import java.util.AbstractList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lazy list of the rows of a table function, which computes a value when it is read. It may have
 * more values than the size of a list can state.
 */
public final class ValueSeries extends AbstractList<Object> {
  private final long count;
  private final LongFunction<Object> value;

  /**
   * Creates a series.
   *
   * @param value the value at an index from 0
   */
  public ValueSeries(long count, LongFunction<Object> value) {
    this.count = count;
    this.value = requireNonNull(value, "value is null");
  }

  /** Returns the number of elements of a list. */
  public static long countOf(List<?> list) {
    return list instanceof ValueSeries series ? series.count : list.size();
  }

  /** Returns the element of a list at an index. */
  public static @Nullable Object elementOf(List<?> list, long index) {
    return list instanceof ValueSeries series
        ? series.value.apply(index)
        : list.get(Math.toIntExact(index));
  }

  @Override
  public Object get(int index) {
    return value.apply(index);
  }

  /** Returns the number of values, at most {@link Integer#MAX_VALUE}. */
  @Override
  public int size() {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }
}
