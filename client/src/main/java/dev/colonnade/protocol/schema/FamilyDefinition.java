package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Column family: a group of columns that is stored as one key-value pair. */
public record FamilyDefinition(String name, List<String> columns) {
  public FamilyDefinition {
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("family name is empty");
    }
  }
}
