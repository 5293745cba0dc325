package dev.colonnade.server.net.transport;

import dev.colonnade.server.config.TransportKind;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Netty transport: the I/O multiplexer of the event loops and the class of listening sockets.
 *
 * @param ioHandlers factory of the event loops' I/O handlers
 * @param serverChannel class of the listening socket
 */
public record ServerTransport(
    IoHandlerFactory ioHandlers, Class<? extends ServerChannel> serverChannel) {
  /** Returns the transport; throws IllegalArgumentException if this machine does not support it. */
  public static ServerTransport of(TransportKind choice) {
    return switch (choice) {
      case AUTO -> Epoll.isAvailable() ? epoll() : nio();
      case EPOLL -> {
        require(choice, Epoll.unavailabilityCause());
        yield epoll();
      }
      case IO_URING -> {
        require(choice, IoUring.unavailabilityCause());
        yield ioUring();
      }
      case NIO -> nio();
    };
  }

  private static ServerTransport epoll() {
    return new ServerTransport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
  }

  private static ServerTransport ioUring() {
    return new ServerTransport(IoUringIoHandler.newFactory(), IoUringServerSocketChannel.class);
  }

  private static ServerTransport nio() {
    return new ServerTransport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
  }

  private static void require(TransportKind choice, @Nullable Throwable unavailable) {
    if (unavailable != null) {
      throw new IllegalArgumentException(
          "transport=" + choice + " is not available on this machine: " + unavailable.getMessage(),
          unavailable);
    }
  }
}
