package dev.colonnade.server.session;

import dev.colonnade.scan.ipc.BatchEncoder;
import dev.colonnade.scan.ipc.BatchMessage;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.ipc.KeyValueEncoder;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A page as it goes to the socket: the page's own memory, which is not copied and so has to stay
 * until the socket has taken it.
 *
 * @param bytes a view of the memory; releasing it frees nothing
 * @param release gives the memory back, once; any thread
 */
record PagePayload(ByteBuf bytes, Runnable release) {

  /** Takes over the page. */
  static PagePayload of(ScanPage page, Encoders encoders) {
    if (page.rowCount() == 0) {
      page.close();
      return new PagePayload(Unpooled.EMPTY_BUFFER, () -> {});
    }
    return switch (page) {
      case ColumnPage columns -> of(encoders.batches().encode(columns));
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

  /** What makes payloads of pages, of either kind. */
  record Encoders(BatchEncoder batches, KeyValueEncoder pairs) {
    static Encoders of(BufferCompression compression) {
      return new Encoders(new BatchEncoder(compression), new KeyValueEncoder(compression));
    }
  }
}
