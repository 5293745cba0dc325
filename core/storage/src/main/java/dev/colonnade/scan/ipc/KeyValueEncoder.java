package dev.colonnade.scan.ipc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.page.KeyValuePage;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of pages of raw KVs to payloads: the page's own memory, or one compressed buffer in the
 * layout of {@link CompressedBuffers}. Thread-safe.
 */
public final class KeyValueEncoder {
  private final @Nullable BufferCodec codec;

  public KeyValueEncoder(BufferCompression compression) {
    this.codec = BufferCodec.of(compression);
  }

  /**
   * Returns the payload of a page, which owns the page from now on; if encoding fails the page is
   * closed.
   */
  public KeyValuePayload encode(KeyValuePage page) {
    if (codec == null) {
      return new KeyValuePayload(view(page.buffer()), page::close);
    }
    try (page) {
      CompressedBuffers compressed = CompressedBuffers.of(page, codec);
      return new KeyValuePayload(view(compressed.buffers().getFirst()), compressed::close);
    }
  }

  private static ByteBuffer view(ArrowBuf buffer) {
    return buffer.nioBuffer(0, Math.toIntExact(buffer.readableBytes()));
  }

  /**
   * Encoded payload.
   *
   * @param bytes view of memory that is valid until it is released
   * @param release releases the memory; idempotent and thread-safe
   */
  public record KeyValuePayload(ByteBuffer bytes, Runnable release) {
    public KeyValuePayload {
      requireNonNull(bytes, "bytes is null");
      requireNonNull(release, "release is null");
    }
  }
}
