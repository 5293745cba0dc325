package dev.colonnade.error;

import org.jspecify.annotations.Nullable;

/**
 * Schema of the table or type that an error concerns, and the type.
 *
 * @param schemaId id of the schema; 0 if there is none, or if its name is known
 * @param schema name of the schema; null if it is not known
 * @param dataType name of the type; null if the error concerns none
 */
public record ErrorObject(int schemaId, @Nullable String schema, @Nullable String dataType) {
  /** Absence of an object. */
  public static final ErrorObject NONE = new ErrorObject(0, null, null);

  /** Returns an object in a schema of an id. */
  public ErrorObject withSchemaId(int id) {
    return new ErrorObject(id, null, dataType);
  }

  /** Returns an object in a schema of a name. */
  public ErrorObject withSchema(String name) {
    return new ErrorObject(0, name, dataType);
  }

  /** Returns an object with a type. */
  public ErrorObject withDataType(String name) {
    return new ErrorObject(schemaId, schema, name);
  }
}
