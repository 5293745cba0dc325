package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;

/** How one column of a key is encoded. */
public record KeyPart(ColumnType type, boolean nullable, SortDirection direction) {
  public KeyPart {
    requireNonNull(type, "type is null");
    requireNonNull(direction, "direction is null");
  }
}
