package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** A column of a primary key and its order. */
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
