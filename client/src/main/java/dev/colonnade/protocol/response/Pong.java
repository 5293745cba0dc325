package dev.colonnade.protocol.response;

/** The answer to a ping. */
public record Pong() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.PONG;
  }
}
