package dev.colonnade.sql.function.array;

import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.List;

/**
 * Value of PostgreSQL's {@code int2vector} or {@code oidvector}: an array with the lower bound 0.
 * Immutable.
 */
public final class ZeroBasedArray extends ArrayValue {
  public ZeroBasedArray(List<?> elements) {
    super(ArrayShape.ofOne(elements.size(), 0), List.copyOf(elements));
  }
}
