package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/** Drops a table with all its rows; answered by {@code Ok}. */
public record DropTable(String table, boolean ifExists) implements Request {
  public DropTable {
    requireNonNull(table, "table is null");
  }

  @Override
  public RequestType type() {
    return RequestType.DROP_TABLE;
  }
}
