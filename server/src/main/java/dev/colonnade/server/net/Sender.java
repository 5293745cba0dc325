package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.ResponseFrame;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out of a connection. Any thread adds; the event loop writes.
 *
 * <p>The first thread that adds after the queue was emptied calls the event loop, which writes all
 * that is there by then and flushes once: a burst of answers costs one wake-up and one system call.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty tells of failures by exceptionCaught and promises
final class Sender {
  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
  private static final int QUEUE_CHUNK = 64;

  private final Channel channel;
  private final Outbound outbound;

  /** Told of every last frame of an exchange before it is written. */
  private final Consumer<Outgoing> ended;

  private final MpscUnboundedArrayQueue<Outgoing> queue =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** The rest is the event loop's. */
  private boolean reading;

  private boolean unflushed;

  Sender(Channel channel, Outbound outbound, Consumer<Outgoing> ended) {
    this.channel = requireNonNull(channel, "channel is null");
    this.outbound = requireNonNull(outbound, "outbound is null");
    this.ended = requireNonNull(ended, "ended is null");
  }

  /** Takes what is to go out. Any thread. */
  void send(Outgoing outgoing) {
    outbound.add(outgoing.pageBytes());
    if (channel.eventLoop().inEventLoop()) {
      drain(); // what the same exchange has in the queue goes first
      write(outgoing);
      flushUnlessReading();
      return;
    }
    queue.add(outgoing);
    if (scheduled.compareAndSet(false, true)) {
      schedule();
    }
  }

  /** Requests are being read: flushing waits until they all have been looked at. */
  void beginReading() {
    reading = true;
  }

  void endReading() {
    reading = false;
    flush();
  }

  /** Writes what is in the queue, or drops it where its exchange has ended. */
  void drain() {
    Outgoing next = queue.poll();
    while (next != null) {
      write(next);
      next = queue.poll();
    }
  }

  private void schedule() {
    try {
      channel.eventLoop().execute(this::drainAndFlush);
    } catch (RejectedExecutionException shutDown) {
      dropAll();
    }
  }

  /** The event loop has ended, and all exchanges with it: nobody else takes from the queue. */
  private synchronized void dropAll() {
    scheduled.set(false);
    drain();
  }

  private void drainAndFlush() {
    scheduled.set(false);
    drain();
    flushUnlessReading();
  }

  private void write(Outgoing outgoing) {
    Exchange exchange = outgoing.exchange();
    long bytes = outgoing.pageBytes();
    if (exchange.isFinished()) {
      outbound.remove(bytes);
      outgoing.drop();
      return;
    }
    if (outgoing.last()) {
      ended.accept(outgoing);
    }
    ChannelPromise promise = channel.newPromise();
    promise.addListener(
        future -> {
          outbound.remove(bytes);
          outgoing.whenSent().run();
          switch (future.cause()) {
            case null -> {} // it is on its way
            case ProtocolException tooLong -> refuse(outgoing, tooLong);
            case Throwable cause -> fail(cause);
          }
        });
    channel.write(new ResponseFrame(exchange.streamId(), outgoing.response()), promise);
    unflushed = true;
  }

  /**
   * Answers with an error instead: nothing of the frame went out, and nothing else of this will.
   */
  private void refuse(Outgoing tooLong, ProtocolException cause) {
    Exchange exchange = tooLong.exchange();
    ErrorResponse error =
        Errors.response(
            ErrorCode.LIMIT_EXCEEDED, "the answer is longer than a frame: " + cause.getMessage());
    if (!tooLong.last()) {
      exchange.abandon();
      ended.accept(new Outgoing(exchange, error, () -> {}, true));
    }
    ChannelPromise promise = channel.newPromise();
    promise.addListener(
        future -> {
          if (future.cause() != null) {
            fail(future.cause());
          }
        });
    channel.write(new ResponseFrame(exchange.streamId(), error), promise);
    unflushed = true;
  }

  private void fail(Throwable cause) {
    if (!(cause instanceof IOException)) {
      LOG.error("a response could not be sent: peer={}", channel.remoteAddress(), cause);
    }
    channel.close();
  }

  private void flushUnlessReading() {
    if (!reading) {
      flush();
    }
  }

  private void flush() {
    if (unflushed) {
      unflushed = false;
      channel.flush();
    }
  }
}
