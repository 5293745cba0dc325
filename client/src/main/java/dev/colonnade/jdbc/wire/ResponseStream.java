package dev.colonnade.jdbc.wire;

import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Response to a request, read frame by frame. Credit-based flow control provides backpressure: the
 * server sends at most as many pages ahead as it has credit for.
 */
public final class ResponseStream {
  /** Connection as its replies use it. */
  interface Channel {
    /** Blocks until the next frame of a stream has arrived and returns it. */
    Response receive(int stream) throws ConnectionException;

    /** Sends a request that has no response of its own. */
    void send(int stream, Request request) throws ConnectionException;
  }

  /** Credit for all remaining pages of any result. */
  private static final int CREDIT_FOR_ALL = Integer.MAX_VALUE;

  private final Channel channel;
  private final int stream;
  private final int creditPages;
  private final ClientSpan span;

  /**
   * Frames that were received ahead. Its initial capacity is small, because most responses are one
   * frame.
   */
  private final Deque<Response> buffered = new ArrayDeque<>(1);

  /** Failure to read the rest of this response while another request was to be sent. */
  private @Nullable ConnectionException failure;

  /** Pages read since credit was last granted. */
  private int ungrantedPages;

  private boolean isComplete;

  /**
   * Creates a stream.
   *
   * @param span span of the request, which ends with the response
   */
  ResponseStream(Channel channel, int stream, int creditPages, ClientSpan span) {
    this.channel = channel;
    this.stream = stream;
    this.creditPages = creditPages;
    this.span = span;
  }

  /** Returns the id of the protocol stream, by which the request can be canceled. */
  public int stream() {
    return stream;
  }

  /** Returns whether the whole response has been received. */
  public boolean isComplete() {
    return isComplete;
  }

  /**
   * Returns the next frame; blocks until it has arrived.
   *
   * @throws ConnectionException if the frame is a failure, or the connection fails
   */
  public Response next() throws ConnectionException {
    Response response = buffered.poll();
    if (response == null) {
      if (failure != null) {
        throw failure;
      }
      if (isComplete) {
        throw new IllegalStateException("the response is complete: stream=" + stream);
      }
      response = receive();
      if (response instanceof SqlResponse.Page) {
        grantCredit();
      }
    }
    if (response instanceof SqlResponse.Failed failed) {
      throw new ConnectionException(failed);
    }
    return response;
  }

  /** Receives the rest of the response into memory, because another request is to be sent. */
  void bufferRest() {
    try {
      if (!isComplete && failure == null) {
        channel.send(stream, new Credit(CREDIT_FOR_ALL, 0));
      }
      while (!isComplete && failure == null) {
        buffered.add(receive());
      }
    } catch (ConnectionException lost) {
      failure = lost;
    }
  }

  /** Requests the server to stop and discards the rest of the response. */
  public void abandon() throws ConnectionException {
    buffered.forEach(Response::release);
    buffered.clear();
    if (isComplete || failure != null) {
      return;
    }
    channel.send(stream, new SqlRequest.Stop());
    while (!isComplete) {
      receive().release();
    }
  }

  private Response receive() throws ConnectionException {
    Response response;
    try {
      response = channel.receive(stream);
    } catch (ConnectionException lost) {
      span.end(lost.sqlState());
      throw lost;
    }
    isComplete = response.type().isLast();
    if (isComplete) {
      span.end(response instanceof SqlResponse.Failed failed ? failed.error().sqlState() : null);
    }
    return response;
  }

  /** Grants credit for the pages that were read once they are half of the initial credit. */
  private void grantCredit() throws ConnectionException {
    ungrantedPages++;
    int half = Math.max(1, creditPages / 2);
    if (ungrantedPages >= half) {
      channel.send(stream, new Credit(ungrantedPages, 0));
      ungrantedPages = 0;
    }
  }
}
