package dev.colonnade.server.config;

/** I/O multiplexer of the sockets. */
public enum TransportKind {
  /** {@link #EPOLL} if the machine supports it, else {@link #NIO}. */
  AUTO,
  /** Linux's epoll. */
  EPOLL,
  /** Linux's io_uring: only if it is set explicitly, because some systems forbid it. */
  IO_URING,
  /** The JDK's portable implementation. */
  NIO
}
