package dev.colonnade.sql.function.aggregate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calcite operators of the aggregate functions of {@link AggregateRegistry}, by name. */
public final class AggregateOperators {
  private static final Map<String, PostgresAggregate> BY_NAME = byName();

  private AggregateOperators() {}

  private static Map<String, PostgresAggregate> byName() {
    Map<String, PostgresAggregate> operators = new HashMap<>();
    for (AggregateRegistry.Definition definition : AggregateRegistry.definitions()) {
      operators.put(definition.name(), new PostgresAggregate(definition));
    }
    return Map.copyOf(operators);
  }

  /** Returns the operator of this name; null if there is none. */
  public static @Nullable PostgresAggregate find(String name) {
    return BY_NAME.get(name);
  }
}
