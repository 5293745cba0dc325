package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.ObjectNameValidator;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.UserType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.Map;

/**
 * Stored definition of a table.
 *
 * @param id prefix of every key of the table; never reused
 * @param history all schema versions
 * @param properties defaults, identities and settings
 * @param constraints indexes and constraints
 */
public record TableDescriptor(
    int id,
    ObjectName objectName,
    SchemaHistory history,
    TableProperties properties,
    TableConstraints constraints) {
  /**
   * Maximum count of schema versions of a table: the record contains all of them, and every start
   * reads it.
   */
  public static final int SCHEMA_VERSIONS_MAX = 1024;

  public TableDescriptor {
    if (id < BuiltIns.FIRST_OBJECT_ID) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "table id out of range: id=" + id + " idMin=" + BuiltIns.FIRST_OBJECT_ID);
    }
    requireNonNull(objectName, "objectName is null");
    ObjectNameValidator.require("table", objectName.name());
    requireNonNull(history, "history is null");
    requireNonNull(properties, "properties is null");
    requireNonNull(constraints, "constraints is null");
    if (history.versions().size() > SCHEMA_VERSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many changes of the columns of a table: table="
              + objectName.name()
              + " schemaVersionsMax="
              + SCHEMA_VERSIONS_MAX);
    }
  }

  /** Creates a table in the schema {@code public} without properties, indexes and constraints. */
  public TableDescriptor(int id, String name, SchemaHistory history) {
    this(id, ObjectName.ofPublic(name), history, TableProperties.NONE, TableConstraints.NONE);
  }

  /** Returns the name without the schema. */
  public String name() {
    return objectName.name();
  }

  /** Returns the default expressions by column id, see {@link TableProperties#defaults}. */
  public Map<Integer, String> defaults() {
    return properties.defaults();
  }

  public TableDescriptor withName(ObjectName newName) {
    return new TableDescriptor(id, newName, history, properties, constraints);
  }

  public TableDescriptor withHistory(SchemaHistory newHistory) {
    TableConstraints remaining = constraints;
    for (Column column : history.latest().columns()) {
      if (!newHistory.latest().hasColumn(column.id())) {
        remaining = remaining.withoutColumn(column.id());
      }
    }
    TableProperties newProperties = properties.ofColumns(newHistory.latest()::hasColumn);
    return new TableDescriptor(id, objectName, newHistory, newProperties, remaining);
  }

  public TableDescriptor withProperties(TableProperties newProperties) {
    return new TableDescriptor(id, objectName, history, newProperties, constraints);
  }

  public TableDescriptor withConstraints(TableConstraints newConstraints) {
    return new TableDescriptor(id, objectName, history, properties, newConstraints);
  }

  /** Returns whether a column of any schema version has this enum type. */
  public boolean uses(UserType type) {
    return TypeReferences.of(history).containsKey(type.id());
  }
}
