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
 * How sockets are waited for, as Netty has it.
 *
 * @param ioHandlers what event loops are made of
 * @param serverChannel the class of the socket that listens
 */
public record Transport(IoHandlerFactory ioHandlers, Class<? extends ServerChannel> serverChannel) {
  /** The transport of a choice; IllegalArgumentException if it is not there. */
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
