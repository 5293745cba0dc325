package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.Response;
import io.netty.channel.ChannelFuture;
import org.jspecify.annotations.Nullable;

/**
 * Single attempt of a request on one connection. The connection calls {@link #onResponse} for every
 * frame of the response, on its event loop, and ends with exactly one of a last response and {@link
 * #onFailure}.
 *
 * <p>All fields except the constants are confined to the event loop after the call was submitted.
 */
public abstract class Call {
  static final int NO_STREAM = 0;

  private final Request request;
  private final long deadlineNanos;
  private final ClientSpan span;
  private int streamId = NO_STREAM;
  private @Nullable ChannelFuture written;
  private boolean abandoned;

  /**
   * Creates a call.
   *
   * @param request request whose buffer, if it has one, is consumed
   * @param deadlineNanos on the clock of the connection; {@link Deadline#NONE} for none
   */
  protected Call(Request request, long deadlineNanos) {
    this(request, deadlineNanos, ClientSpan.NONE);
  }

  /**
   * Creates a call that is traced.
   *
   * @param request request whose buffer, if it has one, is consumed
   * @param deadlineNanos on the clock of the connection; {@link Deadline#NONE} for none
   * @param span span that the server continues; its owner ends it
   */
  protected Call(Request request, long deadlineNanos, ClientSpan span) {
    this.request = requireNonNull(request, "request is null");
    this.deadlineNanos = deadlineNanos;
    this.span = requireNonNull(span, "span is null");
  }

  /**
   * Processes a frame of the response, whose buffer is consumed. Must neither throw nor block.
   *
   * @param isLast whether it is the last frame
   */
  protected abstract void onResponse(Response response, boolean isLast);

  /**
   * Processes the failure of the call, after which no response follows. Must neither throw nor
   * block.
   *
   * @param sent whether the server may have received the request
   */
  protected abstract void onFailure(ClientException failure, boolean sent);

  public final Request request() {
    return request;
  }

  /** Returns the span of the request. */
  final ClientSpan span() {
    return span;
  }

  public final long deadlineNanos() {
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
   * Returns whether the server may have received the request. It has not if the connection could
   * not write all of it, because servers ignore a partial frame.
   */
  final boolean isSent() {
    return written != null && !(written.isDone() && !written.isSuccess());
  }

  /** Marks the call as abandoned: its further responses are released until the last frame. */
  final void abandon() {
    abandoned = true;
  }

  final boolean isAbandoned() {
    return abandoned;
  }
}
