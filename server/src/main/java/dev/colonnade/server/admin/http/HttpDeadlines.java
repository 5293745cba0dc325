package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines of one connection, which is closed when a deadline passes. A deadline covers a whole
 * request or a whole response, not the pause between two bytes, so that a peer cannot extend it by
 * sending single bytes (slowloris attack). Confined to the connection's event loop.
 */
final class HttpDeadlines extends ChannelInboundHandlerAdapter {
  private enum Phase {
    /** No byte of the next request has arrived. */
    IDLE,
    /** A part of the request has arrived. */
    REQUEST,
    /** The whole request has arrived, and the response is not sent yet. */
    RESPONSE
  }

  private final HttpConfig config;
  private final HttpCounters counters;
  private final ConnectionLimiter limiter;
  private Phase phase = Phase.REQUEST;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> deadline;

  HttpDeadlines(HttpConfig config, HttpCounters counters, ConnectionLimiter limiter) {
    this.limiter = requireNonNull(limiter, "limiter is null");
    this.config = requireNonNull(config, "config is null");
    this.counters = requireNonNull(counters, "counters is null");
  }

  /** Starts the timeout of the first request, which is shorter than the idle timeout. */
  @Override
  public void channelActive(ChannelHandlerContext newContext) {
    context = newContext;
    enter(Phase.REQUEST);
    newContext.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext current, Object message) {
    if (phase == Phase.IDLE) {
      enter(Phase.REQUEST);
    }
    current.fireChannelRead(message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext current) {
    cancel();
    current.fireChannelInactive();
  }

  /** Called when a whole request has arrived. */
  void requestEnded() {
    enter(Phase.RESPONSE);
  }

  /** Called when a whole response is sent. */
  void responseEnded() {
    enter(Phase.IDLE);
  }

  private void enter(Phase next) {
    cancel();
    phase = next;
    ChannelHandlerContext current = requireNonNull(context, "not active yet");
    limiter.active(current.channel());
    if (current.channel().isActive()) {
      deadline =
          current
              .executor()
              .schedule(() -> timeOut(current), time(next).toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private Duration time(Phase of) {
    return switch (of) {
      case IDLE -> config.idleTimeout();
      case REQUEST -> config.requestTimeout();
      case RESPONSE -> config.responseTimeout();
    };
  }

  @SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do after closing
  private void timeOut(ChannelHandlerContext current) {
    if (phase != Phase.IDLE) {
      counters.timedOut();
    }
    current.close();
  }

  private void cancel() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }
}
