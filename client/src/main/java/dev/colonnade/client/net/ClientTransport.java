package dev.colonnade.client.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;

/** I/O mechanism of network connections. */
public enum ClientTransport {
  /** Epoll if it is available and the JVM permits native code without a warning, else NIO. */
  AUTO,
  NIO,
  EPOLL,
  IO_URING;

  private static final int JDK_THAT_WARNS = 24;

  /** Returns this transport, or the one that AUTO selects on this platform. */
  ClientTransport resolve() {
    return this == AUTO ? Selected.TRANSPORT : this;
  }

  /**
   * Transport that AUTO selects, once for the process: the JVM permits native code without a
   * warning as soon as it has printed one, so that event loops and later channels would differ.
   */
  private static final class Selected {
    static final ClientTransport TRANSPORT =
        isNativeAccessQuiet() && Epoll.isAvailable() ? EPOLL : NIO;
  }

  IoHandlerFactory ioHandlerFactory() {
    return switch (resolve()) {
      case EPOLL -> EpollIoHandler.newFactory();
      case IO_URING -> {
        IoUring.ensureAvailability();
        yield IoUringIoHandler.newFactory();
      }
      case NIO, AUTO -> NioIoHandler.newFactory();
    };
  }

  Class<? extends SocketChannel> channelClass() {
    return switch (resolve()) {
      case EPOLL -> EpollSocketChannel.class;
      case IO_URING -> IoUringSocketChannel.class;
      case NIO, AUTO -> NioSocketChannel.class;
    };
  }

  /**
   * Returns whether a native library can be loaded without a warning on standard error. JDK 24 and
   * later print one unless native access is enabled.
   */
  private static boolean isNativeAccessQuiet() {
    if (Runtime.version().feature() < JDK_THAT_WARNS) {
      return true;
    }
    try {
      // Not in the API of the release that this is compiled for.
      return (boolean)
          Module.class.getMethod("isNativeAccessEnabled").invoke(Epoll.class.getModule());
    } catch (ReflectiveOperationException unknown) {
      return false;
    }
  }
}
