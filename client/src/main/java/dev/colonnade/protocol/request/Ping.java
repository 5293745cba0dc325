package dev.colonnade.protocol.request;

import dev.colonnade.protocol.RequestType;

/** Liveness check. The response is {@code Pong}. */
public record Ping() implements Request {
  @Override
  public RequestType type() {
    return RequestType.PING;
  }
}
