package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.Response;
import io.netty.channel.ChannelFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a request, on one connection. The connection calls {@link #onResponse} for every
 * frame of the answer, on its event loop, and ends with exactly one of a last response and {@link
 * #onFailure}.
 *
 * <p>All fields but the constants belong to the event loop, once the call was submitted.
 */
public abstract class Call {
  static final int NO_STREAM = 0;

  private final Request request;
  private final long deadlineNanos;
  private int streamId = NO_STREAM;
  private @Nullable ChannelFuture written;
  private boolean abandoned;

  /**
   * @param request whose buffer, if it has one, is taken over
   * @param deadlineNanos on the clock of the connection; {@link Deadline#NONE} for none
   */
  protected Call(Request request, long deadlineNanos) {
    this.request = requireNonNull(request, "request is null");
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * A frame of the answer, whose buffer is taken over. Must not throw and must not wait.
   *
   * @param isLast whether it is the last one
   */
  protected abstract void onResponse(Response response, boolean isLast);

  /**
   * There will be no answer, or no further one. Must not throw and must not wait.
   *
   * @param sent whether the server may have seen the request
   */
  protected abstract void onFailure(ClientException failure, boolean sent);

  final Request request() {
    return request;
  }

  final long deadlineNanos() {
    return deadlineNanos;
  }

  final int streamId() {
    return streamId;
  }

  final void start(int newStreamId, ChannelFuture newWritten) {
    assert streamId == NO_STREAM : "streamId=" + streamId;
    streamId = newStreamId;
    written = newWritten;
  }

  /**
   * Whether the server may have seen the request. It has not if the connection could not write all
   * of it: half a frame is none.
   */
  final boolean isSent() {
    return written != null && !(written.isDone() && !written.isSuccess());
  }

  /** The caller does not wait any more; what comes is dropped until the last frame. */
  final void abandon() {
    abandoned = true;
  }

  final boolean isAbandoned() {
    return abandoned;
  }
}
