package dev.colonnade.protocol.response;

import dev.colonnade.protocol.ResponseType;

/** Success of a request that has no result. */
public record Ok() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.OK;
  }
}
