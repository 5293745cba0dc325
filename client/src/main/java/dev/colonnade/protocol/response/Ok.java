package dev.colonnade.protocol.response;

/** It is done, and there is nothing more to say. */
public record Ok() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.OK;
  }
}
