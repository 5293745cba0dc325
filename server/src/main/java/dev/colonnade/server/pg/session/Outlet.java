package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.wire.BackendWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The answers on their way to the socket: collected, and sent when there are enough of them or
 * nothing more is to come at once. A client that does not read holds up who answers it, and nobody
 * else. Belongs to whoever works on the connection's messages.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
final class Outlet {
  /** What is sent at a time while there is more. */
  private static final int CHUNK_BYTES = 32 * 1024;

  private static final int FIRST_BYTES = 512;

  /** Writes that wait for the event loop before whoever answers waits for it, too. */
  private static final int HANDED_OVER_MAX = 4;

  private static final long WAIT_MILLIS = 100;

  private final Channel channel;
  private final BackendWriter writer = new BackendWriter(Unpooled.EMPTY_BUFFER);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Writes that the event loop was given and has not got to yet. */
  private final AtomicInteger handedOver = new AtomicInteger();

  private @Nullable ByteBuf buffer;

  Outlet(Channel channel) {
    this.channel = requireNonNull(channel, "channel is null");
  }

  /** Where the next message is written. */
  BackendWriter writer() {
    if (buffer == null) {
      buffer = channel.alloc().buffer(FIRST_BYTES);
      writer.into(buffer);
    }
    return writer;
  }

  /** Sends what is there. */
  void flush() {
    ByteBuf full = buffer;
    if (full != null && full.isReadable()) {
      buffer = null;
      inOrder(() -> channel.writeAndFlush(full));
    }
  }

  /**
   * Writes on the event loop, behind what others have given it to write: an event loop that answers
   * itself must not be faster than the thread that answered before it.
   */
  private void inOrder(Runnable write) {
    if (channel.eventLoop().inEventLoop() && handedOver.get() == 0) {
      write.run();
      return;
    }
    handedOver.incrementAndGet();
    channel
        .eventLoop()
        .execute(
            () -> {
              handedOver.decrementAndGet();
              write.run();
              wake();
            });
  }

  /** Sends what is there, if that is enough, and waits until the client has read some of it. */
  void relieve(Cancellation cancellation) {
    if (buffer == null || buffer.readableBytes() < CHUNK_BYTES) {
      return;
    }
    flush();
    while (!hasRoom()) {
      cancellation.check();
      requireOpen();
      await();
    }
  }

  private boolean hasRoom() {
    return channel.isWritable() && handedOver.get() < HANDED_OVER_MAX;
  }

  private void requireOpen() {
    if (!channel.isOpen()) {
      throw new ColonnadeException(ErrorCode.CANCELED, "the client has gone");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  private void await() {
    lock.lock();
    try {
      if (!hasRoom() && channel.isOpen()) {
        boolean _ = changed.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while sending", e);
    } finally {
      lock.unlock();
    }
  }

  /** There is room again, or nobody to read. Any thread. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends what is there as the last there is, and closes the connection. */
  void close() {
    ByteBuf full = buffer == null ? Unpooled.EMPTY_BUFFER : buffer;
    buffer = null;
    inOrder(() -> channel.writeAndFlush(full).addListener(ChannelFutureListener.CLOSE));
  }

  /** Frees what was not sent. */
  void discard() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
