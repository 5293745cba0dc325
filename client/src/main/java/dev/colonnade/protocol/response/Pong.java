package dev.colonnade.protocol.response;

import dev.colonnade.protocol.ResponseType;

/** Response to a ping. */
public record Pong() implements Response {
  @Override
  public ResponseType type() {
    return ResponseType.PONG;
  }
}
