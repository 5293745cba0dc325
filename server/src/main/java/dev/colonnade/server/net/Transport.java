package dev.colonnade.server.net;

import dev.colonnade.server.config.TransportChoice;
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
public record Transport(IoHandlerFactory ioHandlers, Class<? extends ServerChannel> serverChannel) {
  /** Returns the transport; throws IllegalArgumentException if this machine does not support it. */
  public static Transport of(TransportChoice choice) {
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

  private static Transport epoll() {
    return new Transport(EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
  }

  private static Transport ioUring() {
    return new Transport(IoUringIoHandler.newFactory(), IoUringServerSocketChannel.class);
  }

  private static Transport nio() {
    return new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
  }

  private static void require(TransportChoice choice, @Nullable Throwable unavailable) {
    if (unavailable != null) {
      throw new IllegalArgumentException(
          "transport=" + choice + " is not available on this machine: " + unavailable.getMessage(),
          unavailable);
    }
  }
}
