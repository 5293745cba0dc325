package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.response.ErrorResponse;
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
 * Outbound queue of a connection: multiple producers, single consumer. Any thread adds responses;
 * the event loop writes them.
 *
 * <p>The first thread that adds to an empty queue schedules a task on the event loop. The task
 * writes all responses that are queued by then and flushes once, so that a burst of responses costs
 * one wake-up and one system call.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty reports failures by exceptionCaught and promises
final class ResponseSender {
  private static final Logger LOG = LoggerFactory.getLogger(ResponseSender.class);
  private static final int QUEUE_CHUNK = 64;

  private final Channel channel;
  private final OutboundBudget outbound;

  /** Listener that is called with the last response of each exchange before it is written. */
  private final Consumer<Exchange.OutboundResponse> ended;

  private final MpscUnboundedArrayQueue<Exchange.OutboundResponse> queue =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** The fields from here on are confined to the event loop. */
  private boolean reading;

  private boolean unflushed;

  ResponseSender(
      Channel channel, OutboundBudget outbound, Consumer<Exchange.OutboundResponse> ended) {
    this.channel = requireNonNull(channel, "channel is null");
    this.outbound = requireNonNull(outbound, "outbound is null");
    this.ended = requireNonNull(ended, "ended is null");
  }

  /** Queues a response, or writes it at once on the event loop. Any thread. */
  void send(Exchange.OutboundResponse response) {
    outbound.add(response.pageBytes());
    if (channel.eventLoop().inEventLoop()) {
      drain(); // queued responses of the same exchange precede this one
      write(response);
      flushUnlessReading();
      return;
    }
    queue.add(response);
    if (scheduled.compareAndSet(false, true)) {
      schedule();
    }
  }

  /** Called when a burst of requests is being read: flushes are deferred to {@link #endReading}. */
  void beginReading() {
    reading = true;
  }

  void endReading() {
    reading = false;
    flush();
  }

  /** Writes the queued responses; drops those whose exchange has ended. */
  void drain() {
    Exchange.OutboundResponse next = queue.poll();
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

  /** Drops the queue. The event loop and all exchanges have ended: there is no other consumer. */
  private synchronized void dropAll() {
    scheduled.set(false);
    drain();
  }

  private void drainAndFlush() {
    scheduled.set(false);
    drain();
    flushUnlessReading();
  }

  private void write(Exchange.OutboundResponse response) {
    Exchange exchange = response.exchange();
    long bytes = response.pageBytes();
    if (exchange.isFinished()) {
      outbound.remove(bytes);
      response.drop();
      return;
    }
    if (response.last()) {
      ended.accept(response);
    }
    ChannelPromise promise = channel.newPromise();
    promise.addListener(
        future -> {
          outbound.remove(bytes);
          response.whenSent().run();
          switch (future.cause()) {
            case null -> {} // written
            case ProtocolException tooLong -> refuse(response, tooLong);
            case Throwable cause -> fail(cause);
          }
        });
    channel.write(new ResponseFrame(exchange.streamId(), response.response()), promise);
    unflushed = true;
  }

  /**
   * Sends an error in place of a response that exceeds the frame limit. No byte of the frame was
   * written, and nothing else of its exchange will be.
   */
  private void refuse(Exchange.OutboundResponse tooLong, ProtocolException cause) {
    Exchange exchange = tooLong.exchange();
    ErrorResponse error =
        ErrorResponses.response(
            ErrorCode.LIMIT_EXCEEDED,
            "the response exceeds the frame limit: " + cause.getMessage());
    if (!tooLong.last()) {
      exchange.abandon();
      ended.accept(new Exchange.OutboundResponse(exchange, error, () -> {}, true));
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
      LOG.error("failed to send a response: peer={}", channel.remoteAddress(), cause);
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
