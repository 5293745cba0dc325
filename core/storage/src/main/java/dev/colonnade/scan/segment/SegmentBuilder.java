package dev.colonnade.scan.segment;

import dev.colonnade.memory.NativeMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Builder of the parts of one segment after the other. Not thread-safe. */
public final class SegmentBuilder {
  private static final int BYTES_FIRST = 1024 * 1024;

  private final BufferCodec codec = new BufferCodec();
  private final CRC32C crc = new CRC32C();
  private ByteBuffer bytes = direct(BYTES_FIRST);
  private final List<SegmentPart> parts = new ArrayList<>();
  private final List<BufferCodec.Encoded> buffers = new ArrayList<>();
  private int partStart;

  private static ByteBuffer direct(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Removes all parts. */
  public void clear() {
    bytes.clear();
    parts.clear();
    buffers.clear();
    partStart = 0;
  }

  /** Adds a buffer of the next part: the {@code length} bytes at {@code address}. */
  public void addBuffer(BufferCodec.Content content, long address, int length) {
    reserve(codec.bytesMax(length));
    long to = address(bytes) + bytes.position();
    BufferCodec.Encoded encoded = codec.encode(content, address, length, to);
    bytes.position(bytes.position() + encoded.storedBytes());
    buffers.add(encoded);
  }

  /** Ends a part of the buffers that were added since the part before. */
  public void endPart(String name, int form, List<Long> numbers) {
    parts.add(new SegmentPart(name, form, numbers, buffers, 0, crc(partStart, bytes.position())));
    buffers.clear();
    partStart = bytes.position();
  }

  /** Adds a part of another segment as it is. */
  public void addPart(Segment segment, SegmentPart part) throws IOException {
    int length = Math.toIntExact(part.storedBytes());
    reserve(length);
    segment.file().read(bytes.slice(bytes.position(), length), part.offset());
    bytes.position(bytes.position() + length);
    if (crc(partStart, bytes.position()) != part.crc()) {
      throw new DamagedSegmentException("checksum of " + part.name() + " in " + segment.file());
    }
    parts.add(part);
    partStart = bytes.position();
  }

  private int crc(int start, int end) {
    crc.reset();
    crc.update(bytes.slice(start, end - start));
    return (int) crc.getValue();
  }

  private void reserve(long more) {
    long needed = bytes.position() + more;
    if (needed > bytes.capacity()) {
      ByteBuffer larger = direct(Math.toIntExact(Math.max(needed, 2L * bytes.capacity())));
      bytes = larger.put(bytes.flip());
    }
  }

  static long address(ByteBuffer direct) {
    return java.lang.foreign.MemorySegment.ofBuffer(direct.duplicate().clear()).address();
  }

  List<SegmentPart> parts() {
    return List.copyOf(parts);
  }

  /** Returns the stored bytes of all parts; valid until the builder is changed. */
  ByteBuffer bytes() {
    return bytes.duplicate().flip();
  }

  /** Returns the stored bytes of all parts. */
  public long byteCount() {
    return bytes.position();
  }

  /** Returns a copy of the bytes, to be written later. */
  byte[] copy() {
    return NativeMemory.bytes(address(bytes), bytes.position());
  }
}
