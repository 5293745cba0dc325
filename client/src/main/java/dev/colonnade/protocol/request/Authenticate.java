package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;

/**
 * Authentication message of the client on stream 0, sent in response to a {@code Challenge}.
 *
 * @param mechanism SASL mechanism that the client has selected; empty in all messages but the first
 * @param message SCRAM message
 */
public record Authenticate(String mechanism, String message) implements Request {
  public Authenticate {
    requireNonNull(mechanism, "mechanism is null");
    requireNonNull(message, "message is null");
  }

  @Override
  public RequestType type() {
    return RequestType.AUTHENTICATE;
  }
}
