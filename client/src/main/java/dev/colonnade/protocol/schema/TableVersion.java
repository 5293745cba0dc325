package dev.colonnade.protocol.schema;

/** Table id and the schema version of the table that the client knows. */
public record TableVersion(int tableId, int schemaVersion) {
  public TableVersion {
    if (schemaVersion < 0 || schemaVersion > SchemaVersion.VERSION_MAX) {
      throw new IllegalArgumentException("schemaVersion=" + schemaVersion + " is out of range");
    }
  }
}
