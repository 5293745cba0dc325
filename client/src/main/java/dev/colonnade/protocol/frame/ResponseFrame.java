package dev.colonnade.protocol.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.response.Response;

/** Frame of a response to the request of the same stream id. */
public record ResponseFrame(int streamId, Response response) {
  public ResponseFrame {
    requireNonNull(response, "response is null");
  }
}
