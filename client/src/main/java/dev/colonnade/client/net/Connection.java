package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.response.HelloOk;
import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open connection, for any number of threads. What they submit goes through a queue to the event
 * loop, which is woken once for all that has gathered by then, writes it and flushes once.
 */
public final class Connection {
  /** Requests that are written before a flush although more are there. */
  private static final int SUBMISSIONS_PER_FLUSH = 128;

  private final Channel channel;
  private final HelloOk server;
  private final CallTable calls;
  private final int requestsMax;
  private final Queue<Runnable> submissions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean drainScheduled = new AtomicBoolean();
  private final AtomicInteger load = new AtomicInteger();

  Connection(Channel channel, HelloOk server, CallTable calls, int requestsMax) {
    this.channel = channel;
    this.server = server;
    this.calls = calls;
    this.requestsMax = requestsMax;
  }

  /** What the server said of itself. */
  public HelloOk server() {
    return server;
  }

  /** Whether calls can be submitted. */
  boolean isUsable() {
    return channel.isActive();
  }

  /**
   * Takes over the call: it is answered or failed, sooner or later.
   *
   * @return what can be done about it meanwhile
   */
  public CallControl submit(Call call) {
    Control control = new Control(call);
    if (load.incrementAndGet() > requestsMax) {
      enqueue(() -> refuse(call));
    } else {
      enqueue(() -> calls.start(call, load::decrementAndGet));
    }
    return control;
  }

  /** Closes the connection; calls without an answer fail. */
  void close() {
    enqueue(() -> calls.close(ClientError.CLIENT_CLOSED, "client is closed"));
  }

  private void refuse(Call call) {
    load.decrementAndGet();
    call.request().release();
    call.onFailure(
        new ClientException(
            ClientError.TOO_MANY_REQUESTS,
            "too many requests wait on the connection: requestsMax=" + requestsMax),
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
      // The loop is gone, and with it everything that ran on it: nobody else drains any more.
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
