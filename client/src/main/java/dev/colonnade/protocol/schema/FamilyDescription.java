package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Column family of a schema version.
 *
 * @param familyId the last byte of the keys of its pairs, if the table has several families
 * @param columnIds the columns that it stores, in the order of their slots; never key columns
 */
public record FamilyDescription(int familyId, String name, List<Integer> columnIds) {
  /** Maximum family id, which is one byte of the key. */
  public static final int FAMILY_ID_MAX = 0xFF;

  public FamilyDescription {
    requireNonNull(name, "name is null");
    columnIds = List.copyOf(columnIds);
    if (familyId < 0 || familyId > FAMILY_ID_MAX) {
      throw new IllegalArgumentException(
          "familyId=" + familyId + " is not within 0.." + FAMILY_ID_MAX);
    }
  }
}
