package dev.colonnade.server.net;

/**
 * Is told about connections of one protocol. Called from event loops: implementations neither wait
 * nor allocate.
 */
public interface ConnectionObserver {
  /** Takes no notice. */
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
   * A connection was turned away at the limit. Neither opened nor closed is told of it, unless it
   * was open until it said who it is.
   */
  void refused();

  /** So many bytes were read from a socket. */
  void received(long bytes);

  /** So many bytes were handed to a socket. */
  void sent(long bytes);
}
