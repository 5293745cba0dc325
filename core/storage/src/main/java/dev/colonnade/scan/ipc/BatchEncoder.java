package dev.colonnade.scan.ipc;

import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.page.ColumnPage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of column pages to record batch messages. Without compression the body is the page's own
 * memory, padding included: nothing is copied. Thread-safe.
 */
public final class BatchEncoder {
  private final @Nullable BufferCodec codec;

  public BatchEncoder(BufferCompression compression) {
    this.codec = BufferCodec.of(compression);
  }

  /**
   * Returns the message of a page, which owns the page from now on: closing the message closes the
   * page. If encoding fails the page is closed.
   */
  public BatchMessage encode(ColumnPage page) {
    try {
      return codec == null ? encodePlain(page) : encodeCompressed(page, codec);
    } catch (RuntimeException | Error e) {
      page.close();
      throw e;
    }
  }

  private static BatchMessage encodePlain(ColumnPage page) {
    List<ArrowBuf> buffers = page.batch().buffers();
    return messageOf(MessageMetadata.recordBatch(page.batch(), buffers), buffers, page::close);
  }

  private static BatchMessage encodeCompressed(ColumnPage page, BufferCodec codec) {
    CompressedBuffers compressed = CompressedBuffers.of(page, codec);
    try {
      List<ArrowBuf> buffers = compressed.buffers();
      ByteBuffer metadata = MessageMetadata.recordBatch(page.batch(), buffers, codec.number());
      BatchMessage message = messageOf(metadata, buffers, compressed::close);
      page.close();
      return message;
    } catch (RuntimeException | Error e) {
      compressed.close();
      throw e;
    }
  }

  private static BatchMessage messageOf(
      ByteBuffer metadata, List<ArrowBuf> buffers, Runnable release) {
    List<ByteBuffer> body = new ArrayList<>(buffers.size());
    for (ArrowBuf buffer : buffers) {
      if (buffer.readableBytes() > 0) {
        int padded = Math.toIntExact(BatchLayout.padded(buffer.readableBytes()));
        body.add(buffer.nioBuffer(0, padded));
      }
    }
    return new BatchMessage(metadata, body, release);
  }
}
