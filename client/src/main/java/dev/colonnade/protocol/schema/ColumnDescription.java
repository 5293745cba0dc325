package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/**
 * A column of a schema version.
 *
 * @param columnId stays the column's own through every schema version, and is never reused
 * @param familyId the family that stores the column; key columns are stored in the key, and theirs
 *     says nothing
 */
public record ColumnDescription(int columnId, int familyId, ColumnDefinition definition) {
  public ColumnDescription {
    requireNonNull(definition, "definition is null");
    if (columnId < 0 || familyId < 0 || familyId > TableDescription.FAMILY_ID_MAX) {
      throw new IllegalArgumentException(
          "ids are out of range: columnId=" + columnId + " familyId=" + familyId);
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
