package dev.colonnade.client.page.batch;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.column.ConstantColumns;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultMetadata;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/** Decoder of the pages of a {@code COL_BATCH} result. */
public final class BatchPageDecoder implements PageDecoder {
  private final ResultMetadata head;
  private final RecordBatchSchema schema;

  /**
   * Creates a decoder.
   *
   * @throws ProtocolException if the result's Arrow schema does not match its columns
   */
  public BatchPageDecoder(ResultMetadata head) {
    this.head = head;
    this.schema = RecordBatchSchema.read(head.columns(), head.arrowSchema().toArray());
  }

  @Override
  public ResultPage decode(PageInfo info, ByteBuf payload) {
    try {
      if (info.rowCount() == 0) {
        return new ResultPage(head.columns(), info, this::openEmpty, payload);
      }
      BatchBuffers buffers = buffers(info.rowCount(), payload.nioBuffer().slice());
      return new ResultPage(head.columns(), info, index -> open(buffers, index), payload);
    } catch (RuntimeException refused) {
      payload.release();
      throw malformed(refused);
    }
  }

  private ColumnReader openEmpty(int index) {
    return ConstantColumns.open(head.columns().get(index), Optional.empty());
  }

  private ColumnReader open(BatchBuffers buffers, int index) {
    try {
      return schema.columns().get(index).open(buffers, index);
    } catch (IndexOutOfBoundsException cutOff) {
      throw malformed(cutOff);
    }
  }

  private static RuntimeException malformed(RuntimeException refused) {
    return refused instanceof IndexOutOfBoundsException
        ? ProtocolException.malformed("Arrow batch is truncated: " + refused.getMessage())
        : refused;
  }

  private BatchBuffers buffers(int rowCount, ByteBuffer bytes) {
    EncapsulatedMessage message = EncapsulatedMessage.read(bytes, 0);
    RecordBatch batch = message.header(MessageHeader.RecordBatch, new RecordBatch());
    BatchBuffers buffers = new BatchBuffers(batch, message.body(), rowCount);
    buffers.requireCounts(schema.columns().size(), schema.bufferCount());
    return buffers;
  }
}
