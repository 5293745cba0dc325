package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** Primary key column of a {@link TableDescription}: its column id and sort order. */
public record KeyColumnDescription(int columnId, SortOrder order) {
  public KeyColumnDescription {
    requireNonNull(order, "order is null");
  }
}
