package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/**
 * The client's half of showing who it is, on stream 0: the answer to a {@code Challenge}.
 *
 * @param mechanism that the client has chosen; empty in every answer but the first
 * @param message of SCRAM
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
