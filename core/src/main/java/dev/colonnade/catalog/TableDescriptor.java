package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.SchemaHistory;
import java.util.HashMap;
import java.util.Map;

/**
 * A table as it is kept.
 *
 * @param id begins every key of the table, and is never used again
 * @param history all versions of its columns
 * @param defaults by the id of a column, the expression of SQL that an insert writes which does not
 *     name the column
 */
public record TableDescriptor(
    int id, String name, SchemaHistory history, Map<Integer, String> defaults) {
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
    defaults = Map.copyOf(requireNonNull(defaults, "defaults is null"));
    if (history.versions().size() > SCHEMA_VERSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "table has had as many changes of its columns as are allowed: table="
              + name
              + " schemaVersionsMax="
              + SCHEMA_VERSIONS_MAX);
    }
  }

  /** A table whose columns have no defaults. */
  public TableDescriptor(int id, String name, SchemaHistory history) {
    this(id, name, history, Map.of());
  }

  TableDescriptor withName(String newName) {
    return new TableDescriptor(id, newName, history, defaults);
  }

  TableDescriptor withHistory(SchemaHistory newHistory) {
    Map<Integer, String> kept = new HashMap<>(defaults);
    kept.keySet().removeIf(columnId -> !newHistory.latest().hasColumn(columnId));
    return new TableDescriptor(id, name, newHistory, kept);
  }

  /** Whether a column of any version is of this enum. */
  boolean uses(EnumType type) {
    return EnumUse.of(history).containsKey(type.id());
  }
}
