package dev.colonnade.protocol.request;

/** Asks for a sign of life; answered by {@code Pong}. */
public record Ping() implements Request {
  @Override
  public RequestType type() {
    return RequestType.PING;
  }
}
