package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A group of columns that is stored as a key-value pair of its own. */
public record FamilyDefinition(String name, List<String> columns) {
  public FamilyDefinition {
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("family name is empty");
    }
  }
}
