package dev.colonnade.scan.segment;

import dev.colonnade.memory.NativeMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Reader of parts of segments, one after the other. Not thread-safe. */
public final class SegmentReader {
  private static final int BYTES_FIRST = 128 * 1024;

  private final BufferCodec codec = new BufferCodec();
  private final CRC32C crc = new CRC32C();
  private ByteBuffer bytes = direct(BYTES_FIRST);

  private static ByteBuffer direct(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads a part of a segment to {@code to}, where {@link SegmentPart#rawBytes()} bytes have space:
   * one buffer after the other, each from the next multiple of eight bytes on.
   *
   * @throws IOException if the file cannot be read, or is deleted
   * @throws DamagedSegmentException if the content is not what was written
   */
  public void read(Segment segment, SegmentPart part, long to) throws IOException {
    int length = Math.toIntExact(part.storedBytes());
    if (length > bytes.capacity()) {
      bytes = direct(Math.max(length, 2 * bytes.capacity()));
    }
    bytes.clear().limit(length);
    SegmentFile file = segment.file();
    if (!file.tryRetain()) {
      throw new IOException("segment was deleted number=" + segment.number());
    }
    try {
      file.read(bytes, part.offset());
    } finally {
      file.release();
    }
    crc.reset();
    crc.update(bytes.flip());
    if ((int) crc.getValue() != part.crc()) {
      throw new DamagedSegmentException("checksum of " + part.name() + " in " + file);
    }
    long from = SegmentBuilder.address(bytes);
    long at = to;
    for (BufferCodec.Encoded buffer : part.buffers()) {
      codec.decode(buffer, from, at);
      from += buffer.storedBytes();
      at += clearedEnd(at, buffer.rawBytes());
    }
  }

  /** Clears the bytes behind a buffer up to the next multiple of eight; returns all bytes. */
  private static long clearedEnd(long start, int rawBytes) {
    long all = SegmentPart.aligned(rawBytes);
    NativeMemory.fill(start + rawBytes, all - rawBytes, (byte) 0);
    return all;
  }
}
