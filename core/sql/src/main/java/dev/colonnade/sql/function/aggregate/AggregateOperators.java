package dev.colonnade.sql.function.aggregate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calcite operators of the aggregate functions of {@link AggregateTable}, by name. */
public final class AggregateOperators {
  private static final Map<String, OwnAggregate> BY_NAME = byName();

  private AggregateOperators() {}

  private static Map<String, OwnAggregate> byName() {
    Map<String, OwnAggregate> operators = new HashMap<>();
    for (AggregateTable.Definition definition : AggregateTable.definitions()) {
      operators.put(definition.name(), new OwnAggregate(definition));
    }
    return Map.copyOf(operators);
  }

  /** Returns the operator of this name; null if there is none. */
  public static @Nullable OwnAggregate find(String name) {
    return BY_NAME.get(name);
  }
}
