package dev.colonnade.protocol.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Request;

/**
 * Frame of a request.
 *
 * @param streamId the request's own id, or the stream that a Credit or Cancel refers to
 * @param deadlineMillis milliseconds after arrival within which the response is needed; 0 for no
 *     deadline
 */
public record RequestFrame(int streamId, int deadlineMillis, Request request) {
  public static final int NO_DEADLINE = 0;

  public RequestFrame {
    requireNonNull(request, "request is null");
    if (deadlineMillis < 0) {
      throw new IllegalArgumentException("deadlineMillis=" + deadlineMillis + " is below 0");
    }
  }

  /** Returns the frame of a request without a deadline. */
  public static RequestFrame of(int streamId, Request request) {
    return new RequestFrame(streamId, NO_DEADLINE, request);
  }
}
