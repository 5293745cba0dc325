package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/**
 * Column of a schema version.
 *
 * @param columnId identifier that the column retains through every schema version, and that is
 *     never reused
 */
public record ColumnDescription(int columnId, ColumnDefinition definition) {
  public ColumnDescription {
    requireNonNull(definition, "definition is null");
    if (columnId < 0) {
      throw new IllegalArgumentException("columnId=" + columnId + " is below 0");
    }
  }

  public String name() {
    return definition.name();
  }

  public WireType type() {
    return definition.type();
  }

  public boolean nullable() {
    return definition.nullable();
  }
}
