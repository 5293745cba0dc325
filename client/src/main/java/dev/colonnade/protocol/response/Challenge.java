package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ResponseType;
import java.util.List;

/**
 * Authentication challenge of the server on stream 0, between {@code Hello} and {@code HelloOk}.
 *
 * @param mechanisms SASL mechanisms that the client may select, the strongest first; empty in all
 *     challenges but the first
 * @param message SCRAM message; empty in the first challenge
 */
public record Challenge(List<String> mechanisms, String message) implements Response {
  public Challenge {
    mechanisms = List.copyOf(mechanisms);
    requireNonNull(message, "message is null");
  }

  @Override
  public ResponseType type() {
    return ResponseType.CHALLENGE;
  }
}
