package dev.colonnade.protocol.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.WireType;

/** Column of a result. */
public record ResultColumn(int columnId, String name, WireType type, boolean nullable) {
  public ResultColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
  }
}
