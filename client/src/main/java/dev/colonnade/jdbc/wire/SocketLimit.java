package dev.colonnade.jdbc.wire;

import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Closes a socket on which something is not done within its time, from a thread of its own.
 *
 * <p>Java's own limits would do, but a socket that was waited for with a limit once never blocks in
 * its system calls again: from then on each answer takes a read that finds nothing, a poll and a
 * read.
 */
final class SocketLimit implements AutoCloseable {
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

  private SocketLimit(Socket socket, int millis) {
    this.socket = socket;
    this.millis = millis;
  }

  /**
   * Begins to wait.
   *
   * @param millis 0 for no limit
   */
  static SocketLimit start(Socket socket, int millis) {
    SocketLimit limit = new SocketLimit(socket, millis);
    if (millis > 0) {
      Thread thread = new Thread(limit::watch, "colonnade-limit");
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

  /** Says that it is done; false if the socket is closed, because the time was over. */
  boolean met() {
    return state.compareAndSet(State.WAITING, State.IN_TIME);
  }

  boolean isPassed() {
    return state.get() == State.TOO_LATE;
  }

  int millis() {
    return millis;
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
