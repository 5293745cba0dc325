package dev.colonnade.sql.function.value;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Value of PostgreSQL's {@code int2vector} or {@code oidvector}: an array with the lower bound 0.
 * Immutable.
 */
public final class ZeroBasedArray extends AbstractList<@Nullable Object> implements RandomAccess {
  private final List<?> elements;

  public ZeroBasedArray(List<?> elements) {
    this.elements = List.copyOf(elements);
  }

  /** Returns the subscript of the first element of an array. */
  public static int lowerBound(List<?> array) {
    return array instanceof ZeroBasedArray ? 0 : 1;
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }
}
