package dev.colonnade.scan.segment;

import dev.colonnade.memory.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Codec of the buffers of a segment: integers are bit-packed, other bytes compressed by LZ4, and
 * what does not become smaller is stored as it is. Thread-safe.
 */
public final class BufferCodec {
  /** Content of a buffer, by which its encoding is chosen. */
  public enum Content {
    /** Bytes of any kind. */
    BYTES(1),
    INT8(1),
    INT16(2),
    INT32(4),
    INT64(8),
    /** Ints that mostly ascend by similar steps, as offsets do. */
    OFFSETS(4);

    private final int width;

    Content(int width) {
      this.width = width;
    }
  }

  /** Encoding of a buffer. */
  enum Encoding {
    RAW(0),
    LZ4(1),
    PACKED1(2),
    PACKED2(3),
    PACKED4(4),
    PACKED8(5),
    DELTAS(6);

    private final int number;

    Encoding(int number) {
      this.number = number;
    }

    /** Returns the number that is stored. */
    int number() {
      return number;
    }

    static Encoding of(int number) {
      for (Encoding encoding : values()) {
        if (encoding.number == number) {
          return encoding;
        }
      }
      throw new DamagedSegmentException("unknown encoding number=" + number);
    }
  }

  /**
   * Encoded buffer.
   *
   * @param rawBytes bytes of the content
   * @param storedBytes bytes in the file
   */
  record Encoded(Encoding encoding, int rawBytes, int storedBytes) {}

  private final LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
  private final LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();

  /** Returns the most bytes that {@link #encode} writes for a buffer. */
  long bytesMax(int rawBytes) {
    return Math.max(compressor.maxCompressedLength(rawBytes), IntPacking.bytesMax(rawBytes));
  }

  /** Encodes {@code bytes} bytes at {@code from} to {@code to}. */
  Encoded encode(Content content, long from, int bytes, long to) {
    int count = bytes / content.width;
    int packed =
        switch (content) {
          case BYTES -> -1;
          case OFFSETS -> IntPacking.packDeltas(from, count, to);
          case INT8, INT16, INT32, INT64 -> IntPacking.pack(from, content.width, count, to);
        };
    if (packed >= 0 && packed < bytes) {
      return new Encoded(packedEncoding(content), bytes, packed);
    }
    int compressed =
        bytes == 0
            ? 0
            : compressor.compress(
                buffer(from, bytes), 0, bytes, buffer(to, bytesMax(bytes)), 0, maxLength(bytes));
    if (compressed < bytes) {
      return new Encoded(Encoding.LZ4, bytes, compressed);
    }
    NativeMemory.copy(from, to, bytes);
    return new Encoded(Encoding.RAW, bytes, bytes);
  }

  private int maxLength(int bytes) {
    return compressor.maxCompressedLength(bytes);
  }

  private static Encoding packedEncoding(Content content) {
    return switch (content) {
      case OFFSETS -> Encoding.DELTAS;
      case BYTES -> Encoding.RAW;
      case INT8 -> Encoding.PACKED1;
      case INT16 -> Encoding.PACKED2;
      case INT32 -> Encoding.PACKED4;
      case INT64 -> Encoding.PACKED8;
    };
  }

  /**
   * Decodes a buffer at {@code from} to {@code to}, where its raw bytes have space.
   *
   * @throws DamagedSegmentException if it cannot be decoded
   */
  void decode(Encoded buffer, long from, long to) {
    int raw = buffer.rawBytes();
    int stored = buffer.storedBytes();
    switch (buffer.encoding()) {
      case RAW -> NativeMemory.copy(from, to, raw);
      case LZ4 -> decompress(from, stored, to, raw);
      case PACKED1 -> IntPacking.unpack(from, stored, 1, raw, to);
      case PACKED2 -> IntPacking.unpack(from, stored, 2, raw / 2, to);
      case PACKED4 -> IntPacking.unpack(from, stored, 4, raw / 4, to);
      case PACKED8 -> IntPacking.unpack(from, stored, 8, raw / 8, to);
      case DELTAS -> IntPacking.unpackDeltas(from, stored, raw / 4, to);
    }
  }

  private void decompress(long from, int stored, long to, int raw) {
    if (raw == 0) {
      return;
    }
    try {
      int length =
          decompressor.decompress(buffer(from, stored), 0, stored, buffer(to, raw), 0, raw);
      if (length != raw) {
        throw new DamagedSegmentException("LZ4 bytes=" + length + " expected=" + raw);
      }
    } catch (LZ4Exception e) {
      throw new DamagedSegmentException("LZ4: " + e.getMessage());
    }
  }

  private static ByteBuffer buffer(long address, long bytes) {
    return NativeMemory.segment(address, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }
}
