package dev.colonnade.server.net.transport;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.net.observer.ConnectionObserver;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/** Channel handler next to the socket that counts the bytes of a connection. */
public final class TrafficCounter extends ChannelDuplexHandler {
  private final ConnectionObserver observer;

  public TrafficCounter(ConnectionObserver observer) {
    this.observer = requireNonNull(observer, "observer is null");
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      observer.received(bytes.readableBytes());
    }
    context.fireChannelRead(message);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the promise reports the result
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf bytes) {
      observer.sent(bytes.readableBytes());
    }
    context.write(message, promise);
  }
}
