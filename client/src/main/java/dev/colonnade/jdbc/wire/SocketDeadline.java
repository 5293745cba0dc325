package dev.colonnade.jdbc.wire;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Deadline of an operation on a socket: a daemon thread closes the socket if the operation does not
 * complete in time.
 *
 * <p>Java's socket timeouts are not used, because a socket that was used with a timeout once stays
 * in non-blocking mode: from then on each response costs a read without data, a poll and a read
 * instead of one blocking read.
 */
final class SocketDeadline implements AutoCloseable {
  /** State of a deadline; the first transition from {@code WAITING} is final. */
  private enum State {
    WAITING,
    IN_TIME,
    TOO_LATE
  }

  private final Socket socket;
  private final int millis;
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private final CountDownLatch ended = new CountDownLatch(1);

  private SocketDeadline(Socket socket, int millis) {
    this.socket = socket;
    this.millis = millis;
  }

  /**
   * Starts a deadline.
   *
   * @param millis time from now; 0 for no limit
   */
  static SocketDeadline start(Socket socket, int millis) {
    SocketDeadline limit = new SocketDeadline(socket, millis);
    if (millis > 0) {
      Thread thread = new Thread(limit::watch, "colonnade-deadline");
      thread.setDaemon(true);
      thread.start();
    }
    return limit;
  }

  private void watch() {
    try {
      if (!ended.await(millis, TimeUnit.MILLISECONDS)
          && state.compareAndSet(State.WAITING, State.TOO_LATE)) {
        closeQuietly(socket);
      }
    } catch (InterruptedException unexpected) {
      Thread.currentThread().interrupt(); // the thread is private to this object
    }
  }

  /**
   * Marks the operation as complete; returns false if the deadline has passed and the socket is
   * closed.
   */
  boolean complete() {
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

  /** Closes a socket; ignores a failure to do so, since no data is pending in it. */
  static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      assert socket.isClosed();
    }
  }
}
