package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Table as the server stores it, which is sufficient to encode rows and keys for it, and to decode
 * its stored form in any of its schema versions.
 *
 * @param versions in ascending order; the last one is current
 */
public record TableDescription(
    int tableId, String name, List<KeyColumnDescription> primaryKey, List<SchemaVersion> versions) {

  public TableDescription {
    requireNonNull(name, "name is null");
    primaryKey = List.copyOf(primaryKey);
    versions = List.copyOf(versions);
    if (primaryKey.isEmpty() || versions.isEmpty()) {
      throw new IllegalArgumentException(
          "description needs a key and a schema version: table=" + name);
    }
    requireAscending(versions);
    requireKeyColumns(primaryKey, versions);
  }

  /** Returns the schema version in which new rows are written. */
  public SchemaVersion current() {
    return versions.get(versions.size() - 1);
  }

  /** Returns the schema version of that number, if it is known here. */
  public Optional<SchemaVersion> version(int number) {
    return versions.stream().filter(candidate -> candidate.version() == number).findFirst();
  }

  /** Returns the current column of that name. */
  public Optional<ColumnDescription> column(String columnName) {
    return current().columns().stream()
        .filter(column -> column.name().equals(columnName))
        .findFirst();
  }

  /** Returns the current columns of the primary key, in key order. */
  public List<ColumnDescription> keyColumns() {
    return primaryKey.stream().map(part -> columnOf(current(), part.columnId())).toList();
  }

  /**
   * Returns whether keys end in a family byte. This never changes during the lifetime of a table.
   */
  public boolean hasFamilyByte() {
    return current().families().size() > 1;
  }

  private static ColumnDescription columnOf(SchemaVersion version, int columnId) {
    return version
        .column(columnId)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "key column is missing: columnId="
                        + columnId
                        + " version="
                        + version.version()));
  }

  private static void requireAscending(List<SchemaVersion> versions) {
    for (int i = 1; i < versions.size(); i++) {
      if (versions.get(i - 1).version() >= versions.get(i).version()) {
        throw new IllegalArgumentException(
            "schema versions must ascend: version=" + versions.get(i).version());
      }
    }
  }

  private static void requireKeyColumns(
      List<KeyColumnDescription> primaryKey, List<SchemaVersion> versions) {
    Set<Integer> seen = new HashSet<>();
    for (KeyColumnDescription part : primaryKey) {
      if (!seen.add(part.columnId())) {
        throw new IllegalArgumentException("key column appears twice: columnId=" + part.columnId());
      }
      versions.forEach(version -> requireKeyOnly(version, part.columnId()));
    }
  }

  private static void requireKeyOnly(SchemaVersion version, int columnId) {
    columnOf(version, columnId);
    for (FamilyDescription family : version.families()) {
      if (family.columnIds().contains(columnId)) {
        throw new IllegalArgumentException(
            "key column is stored in a family: columnId=" + columnId + " family=" + family.name());
      }
    }
  }
}
