package dev.colonnade.scan.ipc;

import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.page.ColumnPage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of column pages. Without compression the body is the page's own memory, padding
 * included: nothing is copied. Safe for use by many threads.
 */
public final class BatchEncoder {
  private final @Nullable BufferCodec codec;

  public BatchEncoder(BufferCompression compression) {
    this.codec = BufferCodec.of(compression);
  }

  /**
   * The message of a page. It takes the page over: closing the message closes the page, and if
   * making it fails the page is closed.
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
    try (ArrowRecordBatch batch = page.batch().recordBatch()) {
      return messageOf(batch, page::close);
    }
  }

  private static BatchMessage encodeCompressed(ColumnPage page, BufferCodec codec) {
    CompressedBuffers buffers = CompressedBuffers.of(page, codec);
    try (ArrowRecordBatch batch = page.batch().recordBatch(buffers.buffers(), codec.number())) {
      BatchMessage message = messageOf(batch, buffers::close);
      page.close();
      return message;
    } catch (RuntimeException | Error e) {
      buffers.close();
      throw e;
    }
  }

  private static BatchMessage messageOf(ArrowRecordBatch batch, Runnable release) {
    List<ByteBuffer> body = new ArrayList<>(batch.getBuffers().size());
    for (ArrowBuf buffer : batch.getBuffers()) {
      if (buffer.readableBytes() > 0) {
        int padded = Math.toIntExact(BatchLayout.padded(buffer.readableBytes()));
        body.add(buffer.nioBuffer(0, padded));
      }
    }
    ByteBuffer metadata =
        Encapsulation.around(MessageSerializer.serializeMetadata(batch, IpcOption.DEFAULT));
    return new BatchMessage(metadata, body, release);
  }
}
