package dev.colonnade.server.net.observer;

/**
 * Observer of the connections of one protocol. Called on event loops: implementations neither block
 * nor allocate.
 */
public interface ConnectionObserver {
  /** Observer that does nothing. */
  ConnectionObserver NONE =
      new ConnectionObserver() {
        @Override
        public void opened() {}

        @Override
        public void closed() {}

        @Override
        public void refused() {}

        @Override
        public void received(long bytes) {}

        @Override
        public void sent(long bytes) {}
      };

  /** A connection was accepted. Followed once by {@link #closed}. */
  void opened();

  void closed();

  /**
   * A connection was closed because of the connection limit: the session limit at its login, or the
   * limit of connections before their login, for which the oldest one is closed.
   */
  void refused();

  /** A number of bytes was read from a socket. */
  void received(long bytes);

  /** A number of bytes was passed to a socket. */
  void sent(long bytes);
}
