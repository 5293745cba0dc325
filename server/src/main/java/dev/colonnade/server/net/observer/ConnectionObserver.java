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
   * A connection was rejected at the connection limit. Neither {@link #opened} nor {@link #closed}
   * is called for it, except for a connection that was rejected after its startup message.
   */
  void refused();

  /** A number of bytes was read from a socket. */
  void received(long bytes);

  /** A number of bytes was passed to a socket. */
  void sent(long bytes);
}
