package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;

/** Encoding of one column of a key. */
public record KeyPart(ColumnType type, boolean nullable, SortDirection direction) {
  public KeyPart {
    requireNonNull(type, "type is null");
    requireNonNull(direction, "direction is null");
  }
}
