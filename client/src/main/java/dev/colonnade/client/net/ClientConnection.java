package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.response.HelloOk;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Open connection, which any number of threads share. Submitted calls are passed to the event loop
 * through a queue. The loop is woken once for all calls that have accumulated, writes them and
 * flushes once (write batching).
 */
public final class ClientConnection {
  /** Maximum number of submissions that are written before a flush. */
  private static final int SUBMISSIONS_PER_FLUSH = 128;

  private final Channel channel;
  private final HelloOk server;
  private final CallTable calls;
  private final int requestsMax;
  private final Queue<Runnable> submissions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean drainScheduled = new AtomicBoolean();
  private final AtomicInteger load = new AtomicInteger();

  public ClientConnection(Channel channel, HelloOk server, CallTable calls, int requestsMax) {
    this.channel = channel;
    this.server = server;
    this.calls = calls;
    this.requestsMax = requestsMax;
    if (server.features().contains(Feature.TRACE_CONTEXT)) {
      calls.continueTraces();
    }
  }

  /** Returns the properties of the server. */
  public HelloOk server() {
    return server;
  }

  /** Returns whether calls can be submitted. */
  boolean isUsable() {
    return channel.isActive();
  }

  /**
   * Submits a call, which is eventually completed or failed.
   *
   * @return control of the outstanding call
   */
  public CallControl submit(Call call) {
    Control control = new Control(call);
    if (channel.remoteAddress() instanceof InetSocketAddress address) {
      call.span().server(address);
    }
    if (load.incrementAndGet() > requestsMax) {
      enqueue(() -> refuse(call));
    } else {
      enqueue(() -> calls.start(call, load::decrementAndGet));
    }
    return control;
  }

  /** Closes the connection; outstanding calls fail. */
  void close() {
    enqueue(() -> calls.close(ClientError.CLIENT_CLOSED, "client is closed"));
  }

  private void refuse(Call call) {
    load.decrementAndGet();
    call.request().release();
    call.onFailure(
        new ClientException(
            ClientError.TOO_MANY_REQUESTS,
            "send queue of the connection is full: requestsMax=" + requestsMax),
        false);
  }

  private void enqueue(Runnable submission) {
    submissions.add(submission);
    if (drainScheduled.compareAndSet(false, true)) {
      schedule();
    }
  }

  private void schedule() {
    try {
      channel.eventLoop().execute(this::drain);
    } catch (RejectedExecutionException shutDown) {
      // The event loop has terminated, so that no other thread drains the queue.
      drain();
    }
  }

  private void drain() {
    drainScheduled.set(false);
    int sinceFlush = 0;
    for (Runnable next = submissions.poll(); next != null; next = submissions.poll()) {
      next.run();
      if (++sinceFlush == SUBMISSIONS_PER_FLUSH) {
        calls.flush();
        sinceFlush = 0;
      }
    }
    calls.flush();
  }

  private final class Control implements CallControl {
    private final Call call;

    Control(Call call) {
      this.call = call;
    }

    @Override
    public void grant(int pages, long bytes) {
      enqueue(() -> calls.grant(call, pages, bytes));
    }

    @Override
    public void cancel() {
      enqueue(() -> calls.cancel(call));
    }
  }
}
