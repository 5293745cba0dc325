package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** A key column of a described table: its column id and order. */
public record KeyPart(int columnId, SortOrder order) {
  public KeyPart {
    requireNonNull(order, "order is null");
  }
}
