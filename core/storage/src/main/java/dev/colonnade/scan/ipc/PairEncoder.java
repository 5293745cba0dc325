package dev.colonnade.scan.ipc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.page.KeyValuePage;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Makes payloads of pages of raw KVs: the page's own memory, or one compressed buffer as {@link
 * CompressedBuffers} draws them. Safe for use by many threads.
 */
public final class PairEncoder {
  private final @Nullable BufferCodec codec;

  public PairEncoder(BufferCompression compression) {
    this.codec = BufferCodec.of(compression);
  }

  /** The payload of a page, which is taken over; if making it fails the page is closed. */
  public PairPayload encode(KeyValuePage page) {
    if (codec == null) {
      return new PairPayload(view(page.buffer()), page::close);
    }
    try (page) {
      CompressedBuffers compressed = CompressedBuffers.of(page, codec);
      return new PairPayload(view(compressed.buffers().getFirst()), compressed::close);
    }
  }

  private static ByteBuffer view(ArrowBuf buffer) {
    return buffer.nioBuffer(0, Math.toIntExact(buffer.readableBytes()));
  }

  /**
   * What is to be sent.
   *
   * @param bytes a view of memory that lives until it is given back
   * @param release gives it back; any thread, and once more is harmless
   */
  public record PairPayload(ByteBuffer bytes, Runnable release) {
    public PairPayload {
      requireNonNull(bytes, "bytes is null");
      requireNonNull(release, "release is null");
    }
  }
}
