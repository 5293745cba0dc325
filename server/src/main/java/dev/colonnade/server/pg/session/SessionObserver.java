package dev.colonnade.server.pg.session;

import dev.colonnade.server.pg.wire.FrontendMessage;

/**
 * Is told what goes on between clients and their sessions. Called on the path of every message,
 * from any thread: implementations neither wait nor allocate.
 */
public interface SessionObserver {
  /** Takes no notice. */
  SessionObserver NONE =
      new SessionObserver() {
        @Override
        public void received(FrontendMessage message) {}

        @Override
        public void answered(boolean isSimple, long nanos) {}

        @Override
        public void failed(String sqlState) {}
      };

  /** A message was read; it is not kept. */
  void received(FrontendMessage message);

  /**
   * A client's request has been worked on to its end, however it went.
   *
   * @param isSimple whether it was a text of statements, and not messages up to a Sync
   * @param nanos since its first message was looked at
   */
  void answered(boolean isSimple, long nanos);

  /** A client is told of a failure. */
  void failed(String sqlState);
}
