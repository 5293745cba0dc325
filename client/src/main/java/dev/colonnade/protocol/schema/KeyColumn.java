package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** Primary key column of a {@link TableDefinition} and its sort order. */
public record KeyColumn(String name, SortOrder order) {
  public KeyColumn {
    requireNonNull(name, "name is null");
    requireNonNull(order, "order is null");
  }

  public static KeyColumn ascending(String name) {
    return new KeyColumn(name, SortOrder.ASCENDING);
  }

  public static KeyColumn descending(String name) {
    return new KeyColumn(name, SortOrder.DESCENDING);
  }
}
