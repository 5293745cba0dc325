package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Part of a segment: what its rows have in common with those of a column, or their keys.
 *
 * @param name identity of the content; a part of another name is another content
 * @param form number whose meaning is that of the content
 * @param numbers further numbers of the content
 * @param buffers encoded buffers, one after the other
 * @param offset position in the file
 * @param crc CRC-32C of the stored bytes
 */
public record SegmentPart(
    String name,
    int form,
    List<Long> numbers,
    List<BufferCodec.Encoded> buffers,
    long offset,
    int crc) {
  public SegmentPart {
    requireNonNull(name, "name is null");
    numbers = List.copyOf(numbers);
    buffers = List.copyOf(buffers);
  }

  /** Returns the number of buffers. */
  public int bufferCount() {
    return buffers.size();
  }

  /** Returns the bytes of the content of a buffer. */
  public int rawBytes(int buffer) {
    return buffers.get(buffer).rawBytes();
  }

  /** Returns the bytes in the file. */
  public long storedBytes() {
    return buffers.stream().mapToLong(BufferCodec.Encoded::storedBytes).sum();
  }

  /** Returns the bytes of all contents, each rounded up to eight. */
  public long rawBytes() {
    return buffers.stream().mapToLong(buffer -> aligned(buffer.rawBytes())).sum();
  }

  SegmentPart at(long other) {
    return new SegmentPart(name, form, numbers, buffers, other, crc);
  }

  static long aligned(long bytes) {
    return (bytes + Long.BYTES - 1) & -Long.BYTES;
  }
}
