package dev.colonnade.server.config;

/** How sockets are waited for. */
public enum TransportChoice {
  /** {@link #EPOLL} where it is there, else {@link #NIO}. */
  AUTO,
  /** Linux's epoll. */
  EPOLL,
  /** Linux's io_uring: by request only, because some systems forbid it. */
  IO_URING,
  /** What every JDK has. */
  NIO
}
