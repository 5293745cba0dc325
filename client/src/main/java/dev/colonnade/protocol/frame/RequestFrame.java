package dev.colonnade.protocol.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Request;
import org.jspecify.annotations.Nullable;

/**
 * Frame of a request.
 *
 * @param streamId the request's own id, or the stream that a Credit or Cancel refers to
 * @param deadlineMillis milliseconds after arrival within which the response is needed; 0 for no
 *     deadline
 * @param trace context of the trace that the request belongs to; null if there is none
 */
public record RequestFrame(
    int streamId, int deadlineMillis, @Nullable WireTraceContext trace, Request request) {
  public static final int NO_DEADLINE = 0;

  public RequestFrame {
    requireNonNull(request, "request is null");
    if (deadlineMillis < 0) {
      throw new IllegalArgumentException("deadlineMillis=" + deadlineMillis + " is below 0");
    }
  }

  /** Creates the frame of a request that belongs to no trace. */
  public RequestFrame(int streamId, int deadlineMillis, Request request) {
    this(streamId, deadlineMillis, null, request);
  }

  /** Returns the frame of a request without a deadline. */
  public static RequestFrame of(int streamId, Request request) {
    return new RequestFrame(streamId, NO_DEADLINE, request);
  }
}
