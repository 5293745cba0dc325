package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.wire.FrontendMessage;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one connection on their way from its event loop, which reads them, to whoever
 * works on them: one thread at a time, which is the event loop itself or a thread that may wait.
 * Everything is guarded by the lock; who began work after another's end sees all that it did.
 */
final class Mailbox {
  /** What may wait before nothing more is read from the socket. */
  static final int HELD_BYTES_MAX = 1024 * 1024;

  private final Consumer<Boolean> reading;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final ArrayDeque<FrontendMessage> messages = new ArrayDeque<>();
  private long heldBytes;
  private boolean isFull;
  private boolean isWorking;
  private boolean isClosed;

  /**
   * An empty mailbox.
   *
   * @param reading is told, in order, whether more should be read from the socket
   */
  Mailbox(Consumer<Boolean> reading) {
    this.reading = requireNonNull(reading, "reading is null");
  }

  /** Adds a message, or frees it if nobody will read it. */
  void put(FrontendMessage message) {
    lock.lock();
    try {
      if (isClosed) {
        message.release();
        return;
      }
      messages.add(message);
      heldBytes += message.heldBytes();
      arrived.signal();
      if (heldBytes >= HELD_BYTES_MAX) {
        isFull = true;
        reading.accept(false);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes the right to work, if there is something to do and nobody works already. */
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

  /** Gives the right to work back, unless there is something to do again. */
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

  /** Takes the right to work while nobody has it and nothing waits: to end what is idle. */
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

  /** The message that is worked on next; it stays. */
  @Nullable FrontendMessage first() {
    lock.lock();
    try {
      return messages.peekFirst();
    } finally {
      lock.unlock();
    }
  }

  /** Takes the first message; null if there is none. */
  @Nullable FrontendMessage poll() {
    lock.lock();
    try {
      FrontendMessage message = messages.peekFirst();
      remove();
      return message;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the first is the end of a series. */
  boolean isFirstSync() {
    return first() instanceof FrontendMessage.Sync;
  }

  /** Whether the one behind the first is the end of a series. */
  boolean isSecondSync() {
    lock.lock();
    try {
      Iterator<FrontendMessage> iterator = messages.iterator();
      if (!iterator.hasNext()) {
        return false;
      }
      iterator.next();
      return iterator.hasNext() && iterator.next() instanceof FrontendMessage.Sync;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the first message away. */
  void remove() {
    lock.lock();
    try {
      FrontendMessage message = messages.pollFirst();
      if (message == null) {
        return;
      }
      heldBytes -= message.heldBytes();
      if (isFull && heldBytes < HELD_BYTES_MAX / 2) {
        isFull = false;
        reading.accept(true);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a message for a while, or less: who waits looks again. */
  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  void await(long millis) throws InterruptedException {
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
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes nothing more, and frees what nobody has looked at. Returns whether nobody works: then the
   * caller ends the session.
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
      heldBytes = 0;
      arrived.signalAll();
      return !isWorking;
    } finally {
      lock.unlock();
    }
  }
}
