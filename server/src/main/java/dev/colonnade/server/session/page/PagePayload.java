package dev.colonnade.server.session.page;

import dev.colonnade.scan.ipc.BatchEncoder;
import dev.colonnade.scan.ipc.BatchMessage;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.ipc.KeyValueEncoder;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Payload of a page without a copy: a view of the page's memory, which must not be freed before the
 * socket has accepted the bytes.
 *
 * @param bytes view of the memory; its release does not free the memory
 * @param release frees the memory; runs once, on any thread
 */
public record PagePayload(ByteBuf bytes, Runnable release) {

  /** Encodes a page, and takes ownership of it. */
  public static PagePayload of(ScanPage page, Encoders encoders) {
    if (page.rowCount() == 0) {
      page.close();
      return new PagePayload(Unpooled.EMPTY_BUFFER, () -> {});
    }
    return switch (page) {
      case ColumnPage columns -> of(encoders.batches().encode(columns));
      case VectorPage _ -> throw new IllegalArgumentException("pages of vectors are not sent");
      case KeyValuePage pairs -> of(encoders.pairs().encode(pairs));
    };
  }

  private static PagePayload of(BatchMessage message) {
    List<ByteBuffer> parts = new ArrayList<>();
    parts.add(message.metadata());
    parts.addAll(message.body());
    ByteBuffer[] buffers = parts.toArray(ByteBuffer[]::new);
    return new PagePayload(Unpooled.wrappedBuffer(buffers.length, buffers), message::close);
  }

  private static PagePayload of(KeyValueEncoder.KeyValuePayload pairs) {
    return new PagePayload(Unpooled.wrappedBuffer(pairs.bytes()), pairs.release());
  }

  /** Encoders of column pages and key-value pages. */
  public record Encoders(BatchEncoder batches, KeyValueEncoder pairs) {
    public static Encoders of(BufferCompression compression) {
      return new Encoders(new BatchEncoder(compression), new KeyValueEncoder(compression));
    }
  }
}
