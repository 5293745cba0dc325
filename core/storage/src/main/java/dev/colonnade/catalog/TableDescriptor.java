package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.TableRules;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.Map;

/**
 * A table as it is kept.
 *
 * @param id begins every key of the table, and is never used again
 * @param history all versions of its columns
 * @param clauses what is said of it besides
 * @param rules its indexes and constraints
 */
public record TableDescriptor(
    int id, ObjectName objectName, SchemaHistory history, TableClauses clauses, TableRules rules) {
  /** Most versions of a table's columns: each takes room in the record that a start has to read. */
  public static final int SCHEMA_VERSIONS_MAX = 1024;

  public TableDescriptor {
    if (id < CatalogSnapshot.FIRST_OBJECT_ID) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "table id out of range: id=" + id + " idMin=" + CatalogSnapshot.FIRST_OBJECT_ID);
    }
    requireNonNull(objectName, "objectName is null");
    ObjectNames.require("table", objectName.name());
    requireNonNull(history, "history is null");
    requireNonNull(clauses, "clauses is null");
    requireNonNull(rules, "rules is null");
    if (history.versions().size() > SCHEMA_VERSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "table has had as many changes of its columns as are allowed: table="
              + objectName.name()
              + " schemaVersionsMax="
              + SCHEMA_VERSIONS_MAX);
    }
  }

  /** A table in the schema {@code public} whose columns have no defaults. */
  public TableDescriptor(int id, String name, SchemaHistory history) {
    this(id, ObjectName.ofPublic(name), history, TableClauses.NONE, TableRules.NONE);
  }

  /** The name without its schema. */
  public String name() {
    return objectName.name();
  }

  /** See {@link TableClauses#defaults}. */
  public Map<Integer, String> defaults() {
    return clauses.defaults();
  }

  TableDescriptor withName(ObjectName newName) {
    return new TableDescriptor(id, newName, history, clauses, rules);
  }

  TableDescriptor withHistory(SchemaHistory newHistory) {
    TableRules keptRules = rules;
    for (Column column : history.latest().columns()) {
      if (!newHistory.latest().hasColumn(column.id())) {
        keptRules = keptRules.withoutColumn(column.id());
      }
    }
    TableClauses kept = clauses.ofColumns(newHistory.latest()::hasColumn);
    return new TableDescriptor(id, objectName, newHistory, kept, keptRules);
  }

  TableDescriptor withClauses(TableClauses newClauses) {
    return new TableDescriptor(id, objectName, history, newClauses, rules);
  }

  TableDescriptor withRules(TableRules newRules) {
    return new TableDescriptor(id, objectName, history, clauses, newRules);
  }

  /** Whether a column of any version is of this enum. */
  boolean uses(EnumType type) {
    return EnumUse.of(history).containsKey(type.id());
  }
}
