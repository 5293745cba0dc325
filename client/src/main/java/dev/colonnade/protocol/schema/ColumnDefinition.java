package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Column of a {@link TableDefinition}, as a user defines it.
 *
 * @param missingValue value of the column in rows written before the column existed; NULL if empty
 */
public record ColumnDefinition(
    String name, WireType type, boolean nullable, Optional<Literal> missingValue) {
  public ColumnDefinition {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(missingValue, "missingValue is null");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("column name is empty");
    }
  }

  public static ColumnDefinition required(String name, WireType type) {
    return new ColumnDefinition(name, type, false, Optional.empty());
  }

  public static ColumnDefinition nullable(String name, WireType type) {
    return new ColumnDefinition(name, type, true, Optional.empty());
  }
}
