package dev.colonnade.scan.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Header of a segment in a file. Little-endian:
 *
 * <pre>
 *   magic u32 | header bytes u32 | record bytes u64 | CRC-32C of what follows u32
 *   | number i64 | read timestamp i64 | rows i32 | flags i32
 *   | start key | end key | part count i32
 *   | per part: name, form i32, number count i32, numbers i64, buffer count i32,
 *     per buffer: encoding u8, raw bytes i32, stored bytes i32; offset from the start of the
 *     record i64, CRC-32C i32
 *   | parts
 * </pre>
 *
 * <p>Keys and names are preceded by their length as an i32, -1 for infinity.
 *
 * @param number number of the segment; never used again
 * @param span keys whose rows the segment contains
 * @param readTimestamp timestamp as of which they were read
 */
public record SegmentHeader(
    long number,
    KeySpan span,
    long readTimestamp,
    int rowCount,
    int flags,
    List<SegmentPart> parts) {
  /** Bytes in front of the part that the checksum covers. */
  static final int PREFIX_BYTES = 20;

  /** Most bytes of a header. */
  static final int BYTES_MAX = 16 * 1024 * 1024;

  private static final int MAGIC = 0x47455343;

  /** Sizes of a record, from its prefix. */
  record Prefix(int headerBytes, long recordBytes, int crc) {}

  public SegmentHeader {
    requireNonNull(span, "span is null");
    parts = List.copyOf(parts);
  }

  /** Encodes the header; offsets of parts in a file that starts with the record begin behind it. */
  byte[] encode() {
    int headerBytes = encode(0, 0).length; // its size does not depend on the offsets
    long recordBytes = headerBytes + parts.stream().mapToLong(SegmentPart::storedBytes).sum();
    byte[] header = encode(headerBytes, recordBytes);
    ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(PREFIX_BYTES - 4, crc(header));
    return header;
  }

  private static int crc(byte[] header) {
    CRC32C crc = new CRC32C();
    crc.update(header, PREFIX_BYTES, header.length - PREFIX_BYTES);
    return (int) crc.getValue();
  }

  private byte[] encode(int headerBytes, long recordBytes) {
    Output out = new Output();
    out.putInt(MAGIC).putInt(headerBytes).putLong(recordBytes).putInt(0);
    out.putLong(number).putLong(readTimestamp).putInt(rowCount).putInt(flags);
    out.putBytes(span.start().bytes());
    if (span.end().isInfinity()) {
      out.putInt(-1);
    } else {
      out.putBytes(span.end().bytes());
    }
    out.putInt(parts.size());
    long offset = headerBytes;
    for (SegmentPart part : parts) {
      out.putBytes(part.name().getBytes(UTF_8)).putInt(part.form()).putInt(part.numbers().size());
      part.numbers().forEach(out::putLong);
      out.putInt(part.buffers().size());
      for (BufferCodec.Encoded buffer : part.buffers()) {
        out.putByte(buffer.encoding().number());
        out.putInt(buffer.rawBytes()).putInt(buffer.storedBytes());
      }
      out.putLong(offset).putInt(part.crc());
      offset += part.storedBytes();
    }
    return out.bytes();
  }

  /** Parses the prefix of a record; throws DamagedSegmentException if it is none. */
  static Prefix prefix(ByteBuffer prefix) {
    ByteBuffer in = prefix.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int magic = in.getInt();
    Prefix parsed = new Prefix(in.getInt(), in.getLong(), in.getInt());
    if (magic != MAGIC
        || parsed.headerBytes() < PREFIX_BYTES
        || parsed.headerBytes() > BYTES_MAX
        || parsed.recordBytes() < parsed.headerBytes()) {
      throw new DamagedSegmentException("not the start of a segment magic=" + magic);
    }
    return parsed;
  }

  /**
   * Parses a header, with the offsets of the parts in the file.
   *
   * @param header the whole header, with its prefix
   * @param recordOffset position of the record in the file
   * @throws DamagedSegmentException if its checksum is wrong
   */
  static SegmentHeader parse(byte[] header, Prefix prefix, long recordOffset) {
    if (crc(header) != prefix.crc()) {
      throw new DamagedSegmentException("checksum of the header offset=" + recordOffset);
    }
    ByteBuffer in = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    in.position(PREFIX_BYTES);
    long number = in.getLong();
    long readTimestamp = in.getLong();
    int rowCount = in.getInt();
    int flags = in.getInt();
    Key start = Key.wrap(bytes(in, in.getInt()));
    int endLength = in.getInt();
    Key end = endLength < 0 ? Key.INFINITY : Key.wrap(bytes(in, endLength));
    List<SegmentPart> parts = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      parts.add(part(in, recordOffset));
    }
    return new SegmentHeader(
        number, new KeySpan(start, end), readTimestamp, rowCount, flags, parts);
  }

  private static SegmentPart part(ByteBuffer in, long recordOffset) {
    String name = new String(bytes(in, in.getInt()), UTF_8);
    int form = in.getInt();
    List<Long> numbers = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      numbers.add(in.getLong());
    }
    List<BufferCodec.Encoded> buffers = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      BufferCodec.Encoding encoding = BufferCodec.Encoding.of(in.get());
      buffers.add(new BufferCodec.Encoded(encoding, in.getInt(), in.getInt()));
    }
    long offset = recordOffset + in.getLong();
    return new SegmentPart(name, form, numbers, buffers, offset, in.getInt());
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Growing buffer. */
  private static final class Output {
    private ByteBuffer buffer = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);

    private ByteBuffer reserve(int bytes) {
      if (buffer.remaining() < bytes) {
        ByteBuffer larger =
            ByteBuffer.allocate(2 * (buffer.capacity() + bytes)).order(ByteOrder.LITTLE_ENDIAN);
        buffer = larger.put(buffer.flip());
      }
      return buffer;
    }

    Output putByte(int value) {
      reserve(Byte.BYTES).put((byte) value);
      return this;
    }

    Output putInt(int value) {
      reserve(Integer.BYTES).putInt(value);
      return this;
    }

    Output putLong(long value) {
      reserve(Long.BYTES).putLong(value);
      return this;
    }

    Output putBytes(byte[] bytes) {
      putInt(bytes.length);
      reserve(bytes.length).put(bytes);
      return this;
    }

    byte[] bytes() {
      byte[] bytes = new byte[buffer.position()];
      buffer.get(0, bytes);
      return bytes;
    }
  }
}
