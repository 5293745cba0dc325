package dev.colonnade.server.pg.session;

import dev.colonnade.server.pg.wire.FrontendMessage;

/**
 * Observer of messages, completed requests and errors of sessions. Called on the hot path of every
 * message, from any thread: implementations neither block nor allocate.
 */
public interface PgSessionObserver {
  /** Observer that does nothing. */
  PgSessionObserver NONE =
      new PgSessionObserver() {
        @Override
        public void received(FrontendMessage message) {}

        @Override
        public void completed(boolean isSimple, long nanos) {}

        @Override
        public void failed(String sqlState) {}
      };

  /** Called when a message is received; implementations do not retain it. */
  void received(FrontendMessage message);

  /**
   * Called when a request is completed, successfully or not.
   *
   * @param isSimple true for a simple query, false for a series of messages up to a Sync
   * @param nanos time since the handling of its first message started
   */
  void completed(boolean isSimple, long nanos);

  /** Called when an error is reported to a client. */
  void failed(String sqlState);
}
