package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;

/**
 * Call of an aggregate function over columns of the input.
 *
 * @param function name in the registry of aggregates, in lower case: {@code count}, {@code sum},
 *     {@code min}, {@code array_agg} and so on
 * @param arguments columns; none for {@code count(*)}
 * @param distinct whether equal arguments count once
 * @param filter column of BOOLEAN that selects the rows; {@link #NO_FILTER} for all
 * @param order of the rows of a group, for functions that depend on it; empty for any
 * @param result representation of the values
 */
public record AggregateCall(
    String function,
    List<Integer> arguments,
    boolean distinct,
    int filter,
    List<SortKey> order,
    VectorType result) {
  public static final int NO_FILTER = -1;

  public AggregateCall {
    requireNonNull(function, "function is null");
    arguments = List.copyOf(arguments);
    order = List.copyOf(order);
    requireNonNull(result, "result is null");
  }
}
