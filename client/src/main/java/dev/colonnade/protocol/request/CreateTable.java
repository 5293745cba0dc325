package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.TableDefinition;

/** Creates a table; answered by {@code TableDescribed}. */
public record CreateTable(TableDefinition definition, boolean ifNotExists) implements Request {
  public CreateTable {
    requireNonNull(definition, "definition is null");
  }

  @Override
  public RequestType type() {
    return RequestType.CREATE_TABLE;
  }
}
