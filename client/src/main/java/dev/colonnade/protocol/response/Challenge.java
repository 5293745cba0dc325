package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The server's half of finding out who the client is, on stream 0, between {@code Hello} and {@code
 * HelloOk}.
 *
 * @param mechanisms that the client may choose from, the best first; empty in every challenge but
 *     the first
 * @param message of SCRAM; empty in the first challenge
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
