package dev.colonnade.type.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.SortDirection;

/** Column of a key and its sort direction. */
public record KeyColumn(int columnId, SortDirection direction) {
  public KeyColumn {
    requireNonNull(direction, "direction is null");
  }

  public static KeyColumn ascending(int columnId) {
    return new KeyColumn(columnId, SortDirection.ASCENDING);
  }

  public static KeyColumn descending(int columnId) {
    return new KeyColumn(columnId, SortDirection.DESCENDING);
  }
}
