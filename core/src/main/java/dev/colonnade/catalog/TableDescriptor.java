package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Column;
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
 * @param rules its indexes and constraints
 */
public record TableDescriptor(
    int id, String name, SchemaHistory history, Map<Integer, String> defaults, TableRules rules) {
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
    requireNonNull(rules, "rules is null");
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
    this(id, name, history, Map.of(), TableRules.NONE);
  }

  TableDescriptor withName(String newName) {
    return new TableDescriptor(id, newName, history, defaults, rules);
  }

  TableDescriptor withHistory(SchemaHistory newHistory) {
    Map<Integer, String> kept = new HashMap<>(defaults);
    kept.keySet().removeIf(columnId -> !newHistory.latest().hasColumn(columnId));
    TableRules keptRules = rules;
    for (Column column : history.latest().columns()) {
      if (!newHistory.latest().hasColumn(column.id())) {
        keptRules = keptRules.withoutColumn(column.id());
      }
    }
    return new TableDescriptor(id, name, newHistory, kept, keptRules);
  }

  TableDescriptor withRules(TableRules newRules) {
    return new TableDescriptor(id, name, history, defaults, newRules);
  }

  /** Whether a column of any version is of this enum. */
  boolean uses(EnumType type) {
    return EnumUse.of(history).containsKey(type.id());
  }
}
