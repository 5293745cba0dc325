package dev.colonnade.protocol.response;

/** Response to a ping. */
public record Pong() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.PONG;
  }
}
