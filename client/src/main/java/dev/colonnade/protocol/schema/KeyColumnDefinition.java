package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** Primary key column of a {@link TableDefinition} and its sort order. */
public record KeyColumnDefinition(String name, SortOrder order) {
  public KeyColumnDefinition {
    requireNonNull(name, "name is null");
    requireNonNull(order, "order is null");
  }

  public static KeyColumnDefinition ascending(String name) {
    return new KeyColumnDefinition(name, SortOrder.ASCENDING);
  }

  public static KeyColumnDefinition descending(String name) {
    return new KeyColumnDefinition(name, SortOrder.DESCENDING);
  }
}
