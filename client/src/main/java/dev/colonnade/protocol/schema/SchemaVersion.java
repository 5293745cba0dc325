package dev.colonnade.protocol.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Schema of a table between two schema changes.
 *
 * @param columns in the order in which the table lists them, including those of the key
 * @param families in ascending order of ids; together they store every column outside the key
 */
public record SchemaVersion(
    int version, List<ColumnDescription> columns, List<FamilyDescription> families) {
  /** Maximum version number, which rows store in a u16. */
  public static final int VERSION_MAX = 0xFFFF;

  public SchemaVersion {
    columns = List.copyOf(columns);
    families = List.copyOf(families);
    if (version < 0 || version > VERSION_MAX) {
      throw new IllegalArgumentException("version=" + version + " is not within 0.." + VERSION_MAX);
    }
    if (families.isEmpty()) {
      throw new IllegalArgumentException("schema version has no family: version=" + version);
    }
    requireConsistent(version, columns, families);
  }

  /** Returns the column of that id, if this version has it. */
  public Optional<ColumnDescription> column(int columnId) {
    return columns.stream().filter(column -> column.columnId() == columnId).findFirst();
  }

  private static void requireConsistent(
      int version, List<ColumnDescription> columns, List<FamilyDescription> families) {
    Set<Integer> columnIds = new HashSet<>();
    for (ColumnDescription column : columns) {
      if (!columnIds.add(column.columnId())) {
        throw new IllegalArgumentException(
            "column appears twice: version=" + version + " columnId=" + column.columnId());
      }
    }
    Set<Integer> stored = new HashSet<>();
    int previousId = -1;
    for (FamilyDescription family : families) {
      if (family.familyId() <= previousId) {
        throw new IllegalArgumentException(
            "family ids must ascend: version=" + version + " familyId=" + family.familyId());
      }
      previousId = family.familyId();
      family.columnIds().forEach(columnId -> requireStoredOnce(columnId, columnIds, stored));
    }
  }

  private static void requireStoredOnce(int columnId, Set<Integer> known, Set<Integer> stored) {
    if (!known.contains(columnId) || !stored.add(columnId)) {
      throw new IllegalArgumentException(
          "family stores a column that is unknown or stored already: columnId=" + columnId);
    }
  }
}
