package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.TableDescription;

/** A table as it is now. */
public record TableDescribed(TableDescription description) implements Response {
  public TableDescribed {
    requireNonNull(description, "description is null");
  }

  @Override
  public ResponseType type() {
    return ResponseType.TABLE_DESCRIBED;
  }
}
