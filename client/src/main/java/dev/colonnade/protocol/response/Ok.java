package dev.colonnade.protocol.response;

/** Success of a request that has no result. */
public record Ok() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.OK;
  }
}
