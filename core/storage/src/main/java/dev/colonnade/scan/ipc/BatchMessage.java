package dev.colonnade.scan.ipc;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Encoded record batch message: the metadata, then the body, which is the sequence of the buffers.
 * The body's buffers are views of Arrow memory, with their padding; they are valid until the
 * message is closed, which happens when all bytes are sent. Closing is idempotent and thread-safe.
 */
public final class BatchMessage implements AutoCloseable {
  private final ByteBuffer metadata;
  private final List<ByteBuffer> body;
  private final long bodyBytes;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  BatchMessage(ByteBuffer metadata, List<ByteBuffer> body, Runnable release) {
    this.metadata = metadata;
    this.body = List.copyOf(body);
    this.bodyBytes = body.stream().mapToLong(ByteBuffer::remaining).sum();
    this.release = requireNonNull(release, "release is null");
  }

  /** Returns the metadata, with the length in front of it and its padding. */
  public ByteBuffer metadata() {
    return metadata.duplicate();
  }

  /** Returns the buffers of the body, in order. */
  public List<ByteBuffer> body() {
    if (closed.get()) {
      throw new IllegalStateException("message is closed");
    }
    return body.stream().map(ByteBuffer::duplicate).toList();
  }

  /** Returns the bytes of the whole message. */
  public long bytes() {
    return metadata.remaining() + bodyBytes;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
