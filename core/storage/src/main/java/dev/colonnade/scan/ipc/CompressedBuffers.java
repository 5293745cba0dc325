package dev.colonnade.scan.ipc;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Compressed buffers of a page, each compressed separately, in the same request's memory.
 *
 * <pre>
 *   0              8
 *   +--------------+-- ... ----+-- ... --+
 *   | bytes before | compressed| padding |
 *   | i64, or -1   |           |         |
 *   +--------------+-- ... ----+-- ... --+
 * </pre>
 *
 * <p>-1 marks uncompressed bytes, for a buffer that compression would not make smaller. An empty
 * buffer stays empty.
 */
final class CompressedBuffers implements AutoCloseable {
  private static final int PREFIX_BYTES = 8;
  private static final long NOT_COMPRESSED = -1;

  private final RequestMemory memory;
  private final List<ArrowBuf> buffers = new ArrayList<>();

  private CompressedBuffers(RequestMemory memory) {
    this.memory = memory;
    memory.retain();
  }

  /** Compresses the buffers of a column page. */
  static CompressedBuffers of(ColumnPage page, BufferCodec codec) {
    CompressedBuffers compressed = new CompressedBuffers(page.requestMemory());
    try {
      for (ArrowBuf buffer : page.batch().buffers()) {
        compressed.add(buffer, codec);
      }
      return compressed;
    } catch (RuntimeException | Error e) {
      compressed.close();
      throw e;
    }
  }

  /** Compresses the single buffer of a page of raw KVs. */
  static CompressedBuffers of(KeyValuePage page, BufferCodec codec) {
    CompressedBuffers compressed = new CompressedBuffers(page.requestMemory());
    try {
      compressed.add(page.buffer(), codec);
      return compressed;
    } catch (RuntimeException | Error e) {
      compressed.close();
      throw e;
    }
  }

  private void add(ArrowBuf plain, BufferCodec codec) {
    int length = Math.toIntExact(plain.readableBytes());
    if (length == 0) {
      buffers.add(memory.allocator().getEmpty());
      return;
    }
    long bytesMax = PREFIX_BYTES + Math.max(codec.bytesMax(length), length);
    ArrowBuf buffer = memory.allocate(BatchLayout.padded(bytesMax));
    buffers.add(buffer);
    int written =
        codec.compress(
            plain.nioBuffer(0, length),
            buffer.nioBuffer(PREFIX_BYTES, Math.toIntExact(bytesMax) - PREFIX_BYTES));
    long content = buffer.memoryAddress() + PREFIX_BYTES;
    if (written >= length) {
      NativeMemory.copy(plain.memoryAddress(), content, length);
    }
    NativeMemory.putLong(buffer.memoryAddress(), written < length ? length : NOT_COMPRESSED);
    long bytes = PREFIX_BYTES + (long) Math.min(written, length);
    long padding = BatchLayout.padded(bytes) - bytes;
    NativeMemory.fill(buffer.memoryAddress() + bytes, padding, (byte) 0);
    buffer.writerIndex(bytes);
  }

  List<ArrowBuf> buffers() {
    return buffers;
  }

  @Override
  public void close() {
    buffers.forEach(ArrowBuf::close);
    buffers.clear();
    memory.release();
  }
}
