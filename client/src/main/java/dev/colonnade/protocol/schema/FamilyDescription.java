package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

/** A family of a described table; the id is the last byte of the keys of its pairs. */
public record FamilyDescription(int familyId, String name) {
  public FamilyDescription {
    requireNonNull(name, "name is null");
    if (familyId < 0 || familyId > TableDescription.FAMILY_ID_MAX) {
      throw new IllegalArgumentException("familyId=" + familyId + " is out of range");
    }
  }
}
