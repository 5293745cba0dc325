package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.SchemaHistory;

/**
 * A table as it is kept.
 *
 * @param id begins every key of the table, and is never used again
 * @param history all versions of its columns
 */
public record TableDescriptor(int id, String name, SchemaHistory history) {
  /** Most versions of a table's columns: each takes room in the record that a start has to read. */
  public static final int SCHEMA_VERSIONS_MAX = 1024;

  public TableDescriptor {
    if (id < CatalogSnapshot.FIRST_OBJECT_ID) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "table id out of range: id=" + id + " idMin=" + CatalogSnapshot.FIRST_OBJECT_ID);
    }
    ObjectNames.require("table", name);
    requireNonNull(history, "history is null");
    if (history.versions().size() > SCHEMA_VERSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "table has had as many changes of its columns as are allowed: table="
              + name
              + " schemaVersionsMax="
              + SCHEMA_VERSIONS_MAX);
    }
  }

  TableDescriptor withName(String newName) {
    return new TableDescriptor(id, newName, history);
  }

  TableDescriptor withHistory(SchemaHistory newHistory) {
    return new TableDescriptor(id, name, newHistory);
  }

  /** Whether a column of any version is of this enum. */
  boolean uses(EnumType type) {
    return EnumUse.of(history).containsKey(type.id());
  }
}
