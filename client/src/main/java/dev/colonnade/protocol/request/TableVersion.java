package dev.colonnade.protocol.request;

import dev.colonnade.protocol.schema.SchemaVersion;

/** A table and the schema version that the client knows it by. */
public record TableVersion(int tableId, int schemaVersion) {
  public TableVersion {
    if (schemaVersion < 0 || schemaVersion > SchemaVersion.VERSION_MAX) {
      throw new IllegalArgumentException("schemaVersion=" + schemaVersion + " is out of range");
    }
  }
}
