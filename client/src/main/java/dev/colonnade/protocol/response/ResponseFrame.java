package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

/** Frame of a response to the request of the same stream id. */
public record ResponseFrame(int streamId, Response response) {
  public ResponseFrame {
    requireNonNull(response, "response is null");
  }
}
