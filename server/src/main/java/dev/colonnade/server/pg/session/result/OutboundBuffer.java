package dev.colonnade.server.pg.session.result;

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
 * Outbound buffer of a connection: collects responses until enough are buffered or the session
 * sends them. Backpressure: a client that does not read blocks only the thread that handles its
 * messages. Confined to the active thread of the session, except {@link #wake}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
public final class OutboundBuffer {
  /** Bytes after which the buffer is sent while more rows follow. */
  private static final int CHUNK_BYTES = 32 * 1024;

  private static final int FIRST_BYTES = 512;

  /** Number of writes queued on the event loop at which the active thread waits. */
  private static final int PENDING_WRITES_MAX = 4;

  private static final long WAIT_MILLIS = 100;

  /** Time that a client has to read the last responses of a session that the server ends. */
  private static final long CLOSE_MILLIS_MAX = 2_000;

  private final Channel channel;
  private final BackendWriter writer = new BackendWriter(Unpooled.EMPTY_BUFFER);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Number of writes queued on the event loop. */
  private final AtomicInteger pendingWrites = new AtomicInteger();

  private @Nullable ByteBuf buffer;

  public OutboundBuffer(Channel channel) {
    this.channel = requireNonNull(channel, "channel is null");
  }

  /** Returns the writer of the next message. */
  public BackendWriter writer() {
    if (buffer == null) {
      buffer = channel.alloc().buffer(FIRST_BYTES);
      writer.setBuffer(buffer);
    }
    return writer;
  }

  /** Sends the buffered responses. */
  public void flush() {
    ByteBuf full = buffer;
    if (full != null && full.isReadable()) {
      buffer = null;
      writeInOrder(() -> channel.writeAndFlush(full));
    }
  }

  /**
   * Runs a write on the event loop, after the queued writes: responses that the event loop produces
   * must not overtake those of the worker that handled the messages before.
   */
  private void writeInOrder(Runnable write) {
    if (channel.eventLoop().inEventLoop() && pendingWrites.get() == 0) {
      write.run();
      return;
    }
    pendingWrites.incrementAndGet();
    channel
        .eventLoop()
        .execute(
            () -> {
              pendingWrites.decrementAndGet();
              write.run();
              wake();
            });
  }

  /**
   * Sends the buffered responses if they fill a chunk, and waits for outbound capacity. The event
   * loop does not wait: only it can provide the capacity.
   */
  public void flushIfFull(Cancellation cancellation) {
    if (!isFull()) {
      return;
    }
    flush();
    while (!channel.eventLoop().inEventLoop() && !hasCapacity()) {
      cancellation.check();
      requireOpen();
      await();
    }
  }

  /** Returns whether the buffered responses fill a chunk. */
  public boolean isFull() {
    return buffer != null && buffer.readableBytes() >= CHUNK_BYTES;
  }

  /** Returns whether the client reads the responses fast enough. */
  public boolean hasCapacity() {
    return channel.isWritable() && pendingWrites.get() < PENDING_WRITES_MAX;
  }

  private void requireOpen() {
    if (!channel.isOpen()) {
      throw new ColonnadeException(ErrorCode.CANCELED, "client disconnected");
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  private void await() {
    lock.lock();
    try {
      if (!hasCapacity() && channel.isOpen()) {
        boolean _ = changed.await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while sending", e);
    } finally {
      lock.unlock();
    }
  }

  /** Wakes the waiting thread: capacity is available or the connection is closed. Any thread. */
  public void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends the buffered responses and closes the connection. */
  public void close() {
    ByteBuf full = buffer == null ? Unpooled.EMPTY_BUFFER : buffer;
    buffer = null;
    writeInOrder(() -> channel.writeAndFlush(full).addListener(ChannelFutureListener.CLOSE));
  }

  /**
   * Variant of {@link #close} for a session that the server ends: the connection is closed after
   * two seconds, even if the client reads nothing.
   */
  public void closeSoon() {
    close();
    writeInOrder(
        () ->
            channel
                .eventLoop()
                .schedule(() -> channel.close(), CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS));
  }

  /** Releases the responses that are not sent. */
  public void discard() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}
