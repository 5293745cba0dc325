package dev.colonnade.jdbc.wire;

import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Closes a socket that is not connected and greeted within its time, from a thread of its own.
 *
 * <p>Java's own limits would do, but a socket that was waited for with a limit once never blocks in
 * its system calls again: from then on each answer takes a read that finds nothing, a poll and a
 * read.
 */
final class ConnectLimit implements AutoCloseable {
  /** Which of the two came first. */
  private enum State {
    WAITING,
    IN_TIME,
    TOO_LATE
  }

  private final Socket socket;
  private final int millis;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private final CountDownLatch ended = new CountDownLatch(1);

  private ConnectLimit(Socket socket, int millis) {
    this.socket = socket;
    this.millis = millis;
  }

  /**
   * Begins to wait.
   *
   * @param millis 0 for no limit
   */
  static ConnectLimit start(Socket socket, int millis) {
    ConnectLimit limit = new ConnectLimit(socket, millis);
    if (millis > 0) {
      Thread thread = new Thread(limit::watch, "colonnade-connect");
      thread.setDaemon(true);
      thread.start();
    }
    return limit;
  }

  private void watch() {
    try {
      if (!ended.await(millis, TimeUnit.MILLISECONDS)
          && state.compareAndSet(State.WAITING, State.TOO_LATE)) {
        SqlLink.closeQuietly(socket);
      }
    } catch (InterruptedException unexpected) {
      Thread.currentThread().interrupt(); // nobody else has this thread
    }
  }

  /** Says that the connection stands; false if it is closed, because the time was over. */
  boolean met() {
    return state.compareAndSet(State.WAITING, State.IN_TIME);
  }

  boolean isPassed() {
    return state.get() == State.TOO_LATE;
  }

  /** What has become of the connection when {@link #isPassed}. */
  String reason() {
    return "no answer within the time for connecting: timeoutMillis=" + millis;
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
