package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.config.HttpConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which something takes too long. What counts is the whole of a request and
 * the whole of an answer, not the pause between two bytes: a peer that sends one byte now and then
 * gets no more time than others. Used by the connection's event loop only.
 */
final class HttpDeadlines extends ChannelInboundHandlerAdapter {
  private enum Phase {
    /** Nothing of the next request has come yet. */
    IDLE,
    /** Some of it has. */
    REQUEST,
    /** All of it has, and the answer is not sent yet. */
    RESPONSE
  }

  private final HttpConfig config;
  private final HttpCounters counters;
  private Phase phase = Phase.REQUEST;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> deadline;

  HttpDeadlines(HttpConfig config, HttpCounters counters) {
    this.config = requireNonNull(config, "config is null");
    this.counters = requireNonNull(counters, "counters is null");
  }

  /** The first request is waited for less patiently than the ones after it. */
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

  /** A whole request is here. */
  void requestEnded() {
    enter(Phase.RESPONSE);
  }

  /** A whole answer is gone. */
  void responseEnded() {
    enter(Phase.IDLE);
  }

  private void enter(Phase next) {
    cancel();
    phase = next;
    ChannelHandlerContext current = requireNonNull(context, "not active yet");
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
