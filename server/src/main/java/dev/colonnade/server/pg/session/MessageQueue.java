package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.wire.FrontendMessage;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounded message queue of one connection between its event loop, which reads the messages, and the
 * active thread, which handles them: the event loop itself or a worker, one at a time. Applies
 * backpressure to the socket.
 *
 * <p>All state is guarded by the lock. The release of the right to work happens-before its next
 * acquisition.
 */
final class MessageQueue {
  /** Memory of queued messages at which reading from the socket stops, in bytes. */
  static final int QUEUED_BYTES_MAX = 1024 * 1024;

  private final Consumer<Boolean> reading;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<FrontendMessage> messages = new ArrayDeque<>();
  private long queuedBytes;
  private boolean isFull;
  private boolean isWorking;

  /** Changed with the lock only. */
  private volatile boolean isClosed;

  /**
   * Creates an empty queue.
   *
   * @param reading is called in order with whether to read from the socket
   */
  MessageQueue(Consumer<Boolean> reading) {
    this.reading = requireNonNull(reading, "reading is null");
  }

  /** Adds a message; releases it if the queue is closed. */
  void put(FrontendMessage message) {
    lock.lock();
    try {
      if (isClosed) {
        message.release();
        return;
      }
      messages.add(message);
      queuedBytes += message.retainedBytes();
      arrived.signal();
      if (queuedBytes >= QUEUED_BYTES_MAX) {
        isFull = true;
        reading.accept(false);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acquires the right to work if a message is queued and no thread has it; returns whether it did.
   */
  boolean beginWork() {
    lock.lock();
    try {
      if (isWorking || isClosed || messages.isEmpty()) {
        return false;
      }
      isWorking = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Releases the right to work unless a message is queued or the queue is closed. */
  boolean endWork() {
    lock.lock();
    try {
      if (isClosed || !messages.isEmpty()) {
        return false;
      }
      isWorking = false;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acquires the right to work if no message is queued and no thread has it: to end idle sessions.
   */
  boolean beginIdleWork() {
    lock.lock();
    try {
      if (isWorking || isClosed || !messages.isEmpty()) {
        return false;
      }
      isWorking = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Removes and returns the first message; null if there is none. */
  @Nullable FrontendMessage poll() {
    lock.lock();
    try {
      FrontendMessage message = messages.pollFirst();
      if (message == null) {
        return null;
      }
      queuedBytes -= message.retainedBytes();
      if (isFull && queuedBytes < QUEUED_BYTES_MAX / 2) {
        isFull = false;
        reading.accept(true);
      }
      return message;
    } finally {
      lock.unlock();
    }
  }

  /** Puts a message back that was removed last; releases it if the queue is closed. */
  void putBack(FrontendMessage message) {
    lock.lock();
    try {
      if (isClosed) {
        message.release();
        return;
      }
      messages.addFirst(message);
      queuedBytes += message.retainedBytes();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the first message is a Sync. */
  boolean isFirstSync() {
    lock.lock();
    try {
      return messages.peekFirst() instanceof FrontendMessage.Sync;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a message for at most {@code millis}; may return early, so callers loop. */
  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  public void await(long millis) throws InterruptedException {
    lock.lock();
    try {
      if (messages.isEmpty() && !isClosed) {
        boolean _ = arrived.await(millis, TimeUnit.MILLISECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    return isClosed;
  }

  /**
   * Closes the queue and releases its messages. Returns whether no thread has the right to work;
   * the caller then ends the session.
   */
  boolean close() {
    lock.lock();
    try {
      if (isClosed) {
        return false;
      }
      isClosed = true;
      messages.forEach(FrontendMessage::release);
      messages.clear();
      queuedBytes = 0;
      arrived.signalAll();
      return !isWorking;
    } finally {
      lock.unlock();
    }
  }
}
