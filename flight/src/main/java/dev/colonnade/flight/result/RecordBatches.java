package dev.colonnade.flight.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.sql.ArrowBatchBuilder;
import dev.colonnade.server.sql.ArrowBatchReceiver;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/** Maker of record batches in native memory: copies the buffers of a builder, column by column. */
final class RecordBatches {
  private final BufferAllocator allocator;

  RecordBatches(BufferAllocator allocator) {
    this.allocator = requireNonNull(allocator, "allocator is null");
  }

  /**
   * Returns the rows of a builder as a batch, which the caller closes, and removes them there.
   *
   * @throws ColonnadeException VALUE_OUT_OF_RANGE if a decimal is NaN
   */
  ArrowRecordBatch take(ArrowBatchBuilder builder) {
    int rowCount = builder.rowCount();
    try (Receiver receiver = new Receiver(rowCount)) {
      builder.drain(receiver);
      // Retains the buffers, which the receiver then releases.
      return new ArrowRecordBatch(rowCount, receiver.nodes, receiver.buffers);
    }
  }

  private final class Receiver implements ArrowBatchReceiver, AutoCloseable {
    final int rowCount;
    final List<ArrowFieldNode> nodes = new ArrayList<>();
    final List<ArrowBuf> buffers = new ArrayList<>();

    Receiver(int rowCount) {
      this.rowCount = rowCount;
    }

    @Override
    public void column(int nullCount, boolean hasNaN) {
      if (hasNaN) {
        throw new ColonnadeException(
            ErrorCode.VALUE_OUT_OF_RANGE,
            "a decimal of Arrow cannot be NaN: cast column %d to double precision or text"
                .formatted(nodes.size() + 1));
      }
      nodes.add(new ArrowFieldNode(rowCount, nullCount));
    }

    @Override
    public void buffer(byte[] bytes, int byteCount) {
      ArrowBuf buffer = allocator.buffer(byteCount);
      buffers.add(buffer);
      buffer.setBytes(0, bytes, 0, byteCount);
      buffer.writerIndex(byteCount);
    }

    @Override
    public void close() {
      buffers.forEach(ArrowBuf::close);
    }
  }
}
